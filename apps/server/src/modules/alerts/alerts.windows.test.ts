import { describe, expect, it } from 'vitest';
import { comparedDays, comparedHours } from './alerts.windows.ts';

const hourMs = 3_600_000;

const texts = (ranges: readonly { week: number; from: Date; to: Date }[]) =>
  ranges.map(({ week, from, to }) => [week, from.toISOString(), to.toISOString()]);

describe('hours that are compared', () => {
  it('are the same hours of Rome in the weeks before', () => {
    expect(texts(comparedHours(new Date('2026-11-20T14:00:00Z'), 3, 2))).toEqual([
      [0, '2026-11-20T11:00:00.000Z', '2026-11-20T14:00:00.000Z'],
      [1, '2026-11-13T11:00:00.000Z', '2026-11-13T14:00:00.000Z'],
      [2, '2026-11-06T11:00:00.000Z', '2026-11-06T14:00:00.000Z'],
    ]);
  });

  it('keep to the clock of Rome after summer time has ended', () => {
    // 12:00 to 15:00 in Rome on both days, which are 11:00Z and 10:00Z.
    expect(texts(comparedHours(new Date('2026-10-28T14:00:00Z'), 3, 1))).toEqual([
      [0, '2026-10-28T11:00:00.000Z', '2026-10-28T14:00:00.000Z'],
      [1, '2026-10-21T10:00:00.000Z', '2026-10-21T13:00:00.000Z'],
    ]);
  });

  it('compare the hour that happens twice with the one of other weeks, twice', () => {
    // 25 October 2026: 02:00 +02:00 is 00:00Z, 02:00 +01:00 is 01:00Z.
    expect(texts(comparedHours(new Date('2026-10-25T02:00:00Z'), 3, 1))).toEqual([
      [0, '2026-10-24T23:00:00.000Z', '2026-10-25T02:00:00.000Z'],
      [1, '2026-10-17T23:00:00.000Z', '2026-10-18T01:00:00.000Z'],
      [1, '2026-10-18T00:00:00.000Z', '2026-10-18T01:00:00.000Z'],
    ]);
  });

  it('pass over the hour that summer time skips', () => {
    // 29 March 2026: 01:00 to 04:00 in Rome are two hours, 00:00Z to 02:00Z.
    expect(texts(comparedHours(new Date('2026-03-29T02:00:00Z'), 2, 1))).toEqual([
      [0, '2026-03-29T00:00:00.000Z', '2026-03-29T02:00:00.000Z'],
      [1, '2026-03-22T00:00:00.000Z', '2026-03-22T01:00:00.000Z'],
      [1, '2026-03-22T02:00:00.000Z', '2026-03-22T03:00:00.000Z'],
    ]);
  });

  it('are as many in every week, at every hour of a year and for every length', () => {
    const start = Date.parse('2026-01-01T00:00:00Z');
    for (let hour = 0; hour < 365 * 24; hour += 13) {
      const hours = 1 + (hour % 29);
      const ranges = comparedHours(new Date(start + hour * hourMs), hours, 4);
      for (let week = 0; week <= 4; week++) {
        const own = ranges.filter((range) => range.week === week);
        const length = own.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
        expect(length, `${hour} ${week}`).toBe(hours * hourMs);
      }
    }
  });
});

describe('days that are compared', () => {
  it('are whole days of Rome, of 25 hours where the clocks go back', () => {
    expect(texts(comparedDays(new Date('2026-10-26T02:00:00Z'), 1, 1))).toEqual([
      [0, '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
      [1, '2026-10-17T22:00:00.000Z', '2026-10-18T22:00:00.000Z'],
    ]);
  });
});
