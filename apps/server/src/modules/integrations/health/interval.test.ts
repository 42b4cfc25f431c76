import { expect, it } from 'vitest';
import { nextCheckAfter } from './interval.ts';

it('names the next check of the schedule, whose last interval of an hour may be shorter', () => {
  const next = (at: string, serviceCheckMinutes: number) =>
    nextCheckAfter(new Date(`2026-11-20T${at}Z`), { serviceCheckMinutes })
      .toISOString()
      .slice(11, 19);
  expect(next('10:00:00', 1)).toBe('10:01:00');
  expect(next('10:03:59', 5)).toBe('10:05:00');
  expect(next('10:05:00', 5)).toBe('10:10:00');
  expect(next('10:50:00', 25)).toBe('11:00:00');
  expect(next('23:59:30', 1)).toBe('00:00:00');
});
