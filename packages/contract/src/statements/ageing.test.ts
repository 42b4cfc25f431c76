import { expect, it } from 'vitest';
import { ageOf, daysLate } from './ageing.ts';

it('counts whole days after the day that a statement was due, over the change of the clocks too', () => {
  expect(daysLate('2026-10-20', '2026-10-20')).toBe(0);
  expect(daysLate('2026-10-20', '2026-10-01')).toBe(0);
  expect(daysLate('2026-10-20', '2026-10-21')).toBe(1);
  expect(daysLate('2026-10-20', '2026-11-20')).toBe(31);
  expect(daysLate('2024-02-28', '2025-03-01')).toBe(367);
});

it('ends each age where it says', () => {
  expect([0, 1, 30, 31, 60, 61, 90, 91].map(ageOf)).toEqual([
    'notDue',
    'upTo30',
    'upTo30',
    'upTo60',
    'upTo60',
    'upTo90',
    'upTo90',
    'over90',
  ]);
});
