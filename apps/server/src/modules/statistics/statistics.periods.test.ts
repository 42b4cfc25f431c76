import type { DashboardPeriod } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { dashboardPeriodsAt } from './statistics.periods.ts';

const comparedAt = (now: string, period: DashboardPeriod, asOf: string | null = null) => {
  const { before } = dashboardPeriodsAt(new Date(now), asOf === null ? null : new Date(asOf))[period];
  return [before.from.toISOString(), before.to.toISOString()];
};

describe('what a running period is compared with, across a change of the clocks', () => {
  it('on the day that summer time starts, today at noon with noon a week ago', () => {
    expect(comparedAt('2026-03-29T10:00:00Z', 'today')).toEqual([
      '2026-03-21T23:00:00.000Z',
      '2026-03-22T11:00:00.000Z',
    ]);
  });

  it('a week after the start of summer time, today at noon with noon of the short day', () => {
    expect(comparedAt('2026-04-05T10:00:00Z', 'today')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T10:00:00.000Z',
    ]);
  });

  it('on the day that summer time ends, today at noon with noon a week ago', () => {
    expect(comparedAt('2026-10-25T11:00:00Z', 'today')).toEqual([
      '2026-10-17T22:00:00.000Z',
      '2026-10-18T10:00:00.000Z',
    ]);
  });

  it('a week after the end of summer time, today at noon with noon of the long day', () => {
    expect(comparedAt('2026-11-01T11:00:00Z', 'today')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T11:00:00.000Z',
    ]);
  });

  it('this month with the same day and time of the month before, at both changes', () => {
    expect(comparedAt('2027-03-28T12:00:00Z', 'thisMonth')).toEqual([
      '2027-01-31T23:00:00.000Z',
      '2027-02-28T13:00:00.000Z',
    ]);
    expect(comparedAt('2026-10-26T11:00:00Z', 'thisMonth')).toEqual([
      '2026-08-31T22:00:00.000Z',
      '2026-09-26T10:00:00.000Z',
    ]);
  });

  it('this month with all of a shorter month before', () => {
    expect(comparedAt('2026-03-30T12:00:00Z', 'thisMonth')).toEqual([
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ]);
  });

  it('the last three months with as many days of the three before them, at both changes', () => {
    // Since 10 February and since 10 November: 89 days and 14 hours each.
    expect(comparedAt('2026-05-10T12:00:00Z', 'trimester')).toEqual([
      '2025-11-09T23:00:00.000Z',
      '2026-02-07T13:00:00.000Z',
    ]);
    // Since 20 August and since 20 May: 92 days and 12 hours; the three months before end after 92 days.
    expect(comparedAt('2026-11-20T11:00:00Z', 'trimester')).toEqual([
      '2026-05-19T22:00:00.000Z',
      '2026-08-19T22:00:00.000Z',
    ]);
  });

  it('up to where the figures reach', () => {
    expect(comparedAt('2026-10-25T11:00:00Z', 'today', '2026-10-25T01:30:00Z')).toEqual([
      '2026-10-17T22:00:00.000Z',
      '2026-10-18T00:30:00.000Z',
    ]);
  });
});

describe('how much of a running period is known', () => {
  const hourMs = 3_600_000;
  const knownAt = (now: string, asOf: string | null, period: DashboardPeriod) =>
    dashboardPeriodsAt(new Date(now), asOf === null ? null : new Date(asOf))[period].knownMs / hourMs;

  it('of today, the hours that are fetched', () => {
    expect(knownAt('2026-11-20T11:00:00Z', '2026-11-20T10:00:00Z', 'today')).toBe(11);
    expect(knownAt('2026-11-20T11:00:00Z', null, 'today')).toBe(12);
  });

  it('just after midnight little, and nothing before the first fetch of the day', () => {
    expect(knownAt('2026-11-19T23:15:00Z', '2026-11-19T23:12:00Z', 'today')).toBe(0.2);
    expect(knownAt('2026-11-19T23:05:00Z', '2026-11-19T22:58:00Z', 'today')).toBe(0);
  });

  it('of a period that is over, all of it', () => {
    expect(knownAt('2026-11-20T11:00:00Z', '2026-11-20T10:00:00Z', 'yesterday')).toBe(24);
    expect(knownAt('2026-11-20T11:00:00Z', '2026-11-20T10:00:00Z', 'lastMonth')).toBe(31 * 24 + 1);
  });

  it('this month up to where the figures reach, though they are older than today', () => {
    expect(comparedAt('2026-11-20T11:00:00Z', 'thisMonth', '2026-11-18T11:00:00Z')).toEqual([
      '2026-09-30T22:00:00.000Z',
      '2026-10-18T10:00:00.000Z',
    ]);
  });
});
