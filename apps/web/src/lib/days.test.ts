import { describe, expect, it } from 'vitest';
import { addDays, dayInRome, daysOf, isDay, presetOf, presetPeriod } from './days.ts';
import { instantInRome, timeInRome } from './rome-clock.ts';

describe('days', () => {
  it('counts a period over the change of the clocks by calendar days', () => {
    expect(daysOf({ from: '2026-03-28', to: '2026-03-30' })).toBe(3);
    expect(daysOf({ from: '2026-10-01', to: '2026-10-31' })).toBe(31);
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  });

  it('[CONST-10][OPEN-97] takes today from Rome, not from the viewer', () => {
    expect(dayInRome(new Date('2026-11-20T23:30:00Z'))).toBe('2026-11-21');
    expect(dayInRome(new Date('2026-07-01T21:59:00Z'))).toBe('2026-07-01');
  });

  it('finds the instant of Rome’s clock, also when the clocks change', () => {
    expect(instantInRome('2026-05-18', '02:30')).toBe('2026-05-18T00:30:00.000Z');
    expect(instantInRome('2026-12-18', '00:00')).toBe('2026-12-17T23:00:00.000Z');
    // Skipped on 29 March, repeated on 25 October.
    expect(instantInRome('2026-03-29', '02:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(instantInRome('2026-03-29', '03:00')).toBe('2026-03-29T01:00:00.000Z');
    expect(instantInRome('2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(instantInRome('2026-10-25', '03:00')).toBe('2026-10-25T02:00:00.000Z');
    expect(timeInRome(new Date('2026-10-25T01:30:00Z'))).toBe('02:30');
  });

  it('builds every preset with both ends included', () => {
    const day = '2026-03-01';
    expect(presetPeriod('today', day)).toEqual({ from: day, to: day });
    expect(presetPeriod('yesterday', day)).toEqual({ from: '2026-02-28', to: '2026-02-28' });
    expect(presetPeriod('thisMonth', day)).toEqual({ from: day, to: day });
    expect(presetPeriod('lastMonth', day)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOf(presetPeriod('last7', day))).toBe(7);
    expect(daysOf(presetPeriod('last30', day))).toBe(30);
  });

  it('names the preset a period stands for', () => {
    expect(presetOf({ from: '2026-11-01', to: '2026-11-20' }, '2026-11-20')).toBe('thisMonth');
    expect(presetOf({ from: '2026-11-02', to: '2026-11-20' }, '2026-11-20')).toBeNull();
  });

  it('refuses what is no calendar day', () => {
    expect(isDay('2026-02-29')).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
    expect(isDay('20/11/2026')).toBe(false);
    expect(isDay(undefined)).toBe(false);
  });
});
