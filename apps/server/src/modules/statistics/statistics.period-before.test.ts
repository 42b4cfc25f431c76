import { describe, expect, it } from 'vitest';
import { calendarOf, parsePeriod } from '../../infra/clock/index.ts';
import { knownUntil, periodBefore } from './statistics.period-before.ts';

const now = new Date('2026-11-26T10:30:00Z');
const rome = calendarOf(undefined);

function before(from: string, to: string, known = now, timeZone?: string): [string, string] {
  const calendar = calendarOf(timeZone);
  const found = periodBefore(parsePeriod({ from, to }, calendar), calendar, known);
  return [found.from.toISOString(), found.to.toISOString()];
}

describe('the period before', () => {
  it.each([
    ['a month', '2026-10-01', '2026-10-31', '2026-08-31T22:00:00.000Z', '2026-09-30T22:00:00.000Z'],
    [
      'a month after a shorter one',
      '2026-03-01',
      '2026-03-31',
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ],
    ['a quarter', '2026-07-01', '2026-09-30', '2026-03-31T22:00:00.000Z', '2026-06-30T22:00:00.000Z'],
    ['a year', '2025-01-01', '2025-12-31', '2023-12-31T23:00:00.000Z', '2024-12-31T23:00:00.000Z'],
    ['a week', '2026-11-09', '2026-11-15', '2026-11-01T23:00:00.000Z', '2026-11-08T23:00:00.000Z'],
    ['a day', '2026-10-26', '2026-10-26', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    [
      'the first week of a month that is over',
      '2026-10-01',
      '2026-10-07',
      '2026-09-23T22:00:00.000Z',
      '2026-09-30T22:00:00.000Z',
    ],
  ])('of %s is as long on the calendar', (_what, from, to, start, end) => {
    expect(before(from, to)).toEqual([start, end]);
  });

  it('of six hours is the six hours before', () => {
    expect(before('2026-11-20T10:00:00Z', '2026-11-20T16:00:00Z')).toEqual([
      '2026-11-20T04:00:00.000Z',
      '2026-11-20T10:00:00.000Z',
    ]);
  });

  it.each([
    [
      'the month up to today',
      '2026-11-01',
      '2026-11-26',
      '2026-09-30T22:00:00.000Z',
      '2026-10-26T10:30:00.000Z',
    ],
    [
      'the whole month that runs',
      '2026-11-01',
      '2026-11-30',
      '2026-09-30T22:00:00.000Z',
      '2026-10-26T10:30:00.000Z',
    ],
    [
      'the last seven days',
      '2026-11-20',
      '2026-11-26',
      '2026-11-12T23:00:00.000Z',
      '2026-11-19T10:30:00.000Z',
    ],
    ['today', '2026-11-26', '2026-11-26', '2026-11-24T23:00:00.000Z', '2026-11-25T10:30:00.000Z'],
  ])('of %s has only as much as has passed', (_what, from, to, start, end) => {
    expect(before(from, to)).toEqual([start, end]);
  });

  it('never reaches into the period itself, however short the month before was', () => {
    expect(before('2026-03-01', '2026-03-30', new Date('2026-03-30T12:00:00Z'))).toEqual([
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ]);
  });

  it('follows the calendar of another time zone', () => {
    expect(before('2026-10-01', '2026-10-31', now, 'America/New_York')).toEqual([
      '2026-09-01T04:00:00.000Z',
      '2026-10-01T04:00:00.000Z',
    ]);
  });

  it('is known up to the last fetch of today, else up to now', () => {
    expect(knownUntil(now, '2026-11-26T10:20:00Z', rome)).toEqual(new Date('2026-11-26T10:20:00Z'));
    expect(knownUntil(now, '2026-11-25T10:20:00Z', rome)).toEqual(now);
    expect(knownUntil(now, null, rome)).toEqual(now);
  });
});
