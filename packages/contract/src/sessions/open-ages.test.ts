import { describe, expect, it } from 'vitest';
import { openAgeOf, openAgeRanges, openAges } from './open-ages.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('the ages of open sessions', () => {
  it.each([
    [-5 * minute, 'under10m'],
    [0, 'under10m'],
    [10 * minute - 1, 'under10m'],
    [10 * minute, 'under24h'],
    [24 * hour - 1, 'under24h'],
    [24 * hour, 'under21d'],
    [21 * day - 1, 'under21d'],
    [21 * day, 'under30d'],
    [30 * day - 1, 'under30d'],
    [30 * day, 'over30d'],
    [400 * day, 'over30d'],
  ])('%i ms after its creation a session is %s', (ageMs, age) => {
    expect(openAgeOf(ageMs)).toBe(age);
  });

  it('follow one another without a gap', () => {
    expect(openAges).toEqual(['under10m', 'under24h', 'under21d', 'under30d', 'over30d']);
    const ranges = openAges.map((age) => openAgeRanges[age]);
    for (const [index, { fromMs }] of ranges.entries())
      expect(fromMs).toBe(index === 0 ? 0 : ranges[index - 1]?.toMs);
    expect(ranges.at(-1)?.toMs).toBeNull();
  });
});
