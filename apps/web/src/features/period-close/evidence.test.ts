import { periodCheckIds } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { daysOfMonth, evidenceOf } from './evidence.ts';

describe('the evidence of a check', () => {
  it.each([
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2028-02', '2028-02-01', '2028-02-29'],
    ['2026-10', '2026-10-01', '2026-10-31'],
  ])('of %s is looked for from its first day to its last', (month, from, to) => {
    expect(daysOfMonth(month)).toEqual({ from, to });
  });

  it('has an address for each check', () => {
    for (const id of periodCheckIds) expect(evidenceOf({ id }, 3, '2026-10'), id).toMatch(/^\/[a-z-]+\?/);
  });
});
