import { describe, expect, it } from 'vitest';
import { nextDue, reportDays } from './reports.days.ts';

const due = (type: Parameters<typeof nextDue>[0], after: string) =>
  nextDue(type, new Date(after)).toISOString();

describe('when reports are due', () => {
  it.each([
    ['in winter', '2026-11-20T04:59:59Z', '2026-11-20T05:00:00.000Z'],
    ['at the time itself, the next day', '2026-11-20T05:00:00Z', '2026-11-21T05:00:00.000Z'],
    ['in summer', '2026-07-01T03:00:00Z', '2026-07-01T04:00:00.000Z'],
    ['the evening before the clocks go forward', '2026-03-28T20:00:00Z', '2026-03-29T04:00:00.000Z'],
    ['the morning before the clocks go forward', '2026-03-28T05:00:00Z', '2026-03-29T04:00:00.000Z'],
    ['in the night the clocks go forward', '2026-03-29T00:30:00Z', '2026-03-29T04:00:00.000Z'],
    ['the evening before the clocks go back', '2026-10-24T20:00:00Z', '2026-10-25T05:00:00.000Z'],
    ['in the hour that comes twice', '2026-10-25T01:30:00Z', '2026-10-25T05:00:00.000Z'],
    ['at the end of a leap February', '2028-02-28T06:00:00Z', '2028-02-29T05:00:00.000Z'],
    ['at the end of a year', '2026-12-31T05:00:00Z', '2027-01-01T05:00:00.000Z'],
  ])('[OPEN-56] daily at 06:00 in Rome: %s', (_, after, expected) => {
    expect(due('daily', after)).toBe(expected);
  });

  it.each([
    ['2026-11-20T12:00:00Z', '2026-12-01T05:00:00.000Z'],
    ['2026-12-31T23:30:00Z', '2027-01-01T05:00:00.000Z'],
    ['2027-01-01T05:00:00Z', '2027-02-01T05:00:00.000Z'],
    ['2027-01-31T23:30:00Z', '2027-02-01T05:00:00.000Z'],
    ['2026-03-10T00:00:00Z', '2026-04-01T04:00:00.000Z'],
    ['2026-10-10T00:00:00Z', '2026-11-01T05:00:00.000Z'],
  ])('[OPEN-56] the monthly ones at 06:00 on the first: after %s', (after, expected) => {
    expect(due('monthly', after)).toBe(expected);
    expect(due('italy-games', after)).toBe(expected);
  });

  it.each([
    ['2026-11-20T05:00:00Z', '2026-11-19', '2026-10-01', '2026-10-31'],
    // Rome is a day ahead of UTC for an hour or two.
    ['2026-11-30T23:30:00Z', '2026-11-30', '2026-11-01', '2026-11-30'],
    ['2026-03-30T04:00:00Z', '2026-03-29', '2026-02-01', '2026-02-28'],
    ['2028-03-01T05:00:00Z', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['2027-01-01T05:00:00Z', '2026-12-31', '2026-12-01', '2026-12-31'],
  ])('[OPEN-56] are of yesterday and of the last calendar month: at %s', (at, yesterday, first, last) => {
    expect(reportDays('daily', new Date(at))).toEqual({ dateStart: yesterday, dateEnd: yesterday });
    expect(reportDays('monthly', new Date(at))).toEqual({ dateStart: first, dateEnd: last });
    expect(reportDays('italy-games', new Date(at))).toEqual({ dateStart: first, dateEnd: last });
  });
});
