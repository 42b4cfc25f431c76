import { describe, expect, it } from 'vitest';
import { followStart, startOf } from './follow-start.ts';

const start = (date: string, time = '') => ({ date, time });
const end = (endDay: string | null, endTime = '') => ({ endDay, endTime });

describe('the end of a maintenance whose start moves', () => {
  it('keeps the length by day', () => {
    expect(followStart(start('2026-12-20'), start('2026-12-27'), end('2026-12-21', '06:00'))).toEqual(
      end('2026-12-28', '06:00'),
    );
    expect(followStart(start('2026-12-27'), start('2026-12-20'), end('2026-12-28'))).toEqual(
      end('2026-12-21'),
    );
  });

  it('keeps the length by time, over midnight and back', () => {
    const night = followStart(start('2026-12-20', '02:00'), start('2026-12-20', '22:30'), end(null, '05:00'));
    expect(night).toEqual(end('2026-12-21', '01:30'));
    expect(followStart(start('2026-12-20', '22:30'), start('2026-12-21', '02:00'), night)).toEqual(
      end('2026-12-21', '05:00'),
    );
  });

  it('stays on the day of the start where none was chosen', () => {
    expect(
      followStart(start('2026-12-20', '02:00'), start('2026-12-22', '03:15'), end(null, '05:00')),
    ).toEqual(end(null, '06:15'));
  });

  it('does not move by a time that was not there before', () => {
    expect(followStart(start('2026-12-20'), start('2026-12-20', '02:00'), end(null, '05:00'))).toEqual(
      end(null, '05:00'),
    );
  });

  it('leaves what is no end yet', () => {
    expect(followStart(start('2026-12-20'), start('2026-12-21'), end('31/02'))).toEqual(end('31/02'));
    expect(followStart(start('2026-12-20'), start('2026-12-21'), end(null))).toEqual(end(null));
  });

  it('waits until there is a start', () => {
    expect(startOf({ date: null, time: '02:00' })).toBeNull();
    expect(startOf({ date: '2026-12-20', time: '02:' })).toBeNull();
    expect(startOf({ date: '2026-12-20', time: '' })).toEqual(start('2026-12-20'));
  });
});
