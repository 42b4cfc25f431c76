import { describe, expect, it } from 'vitest';
import { nameOfSlug, slugOfName, withProposedSlug } from './name-of-slug.ts';

describe('a slug proposed from a name', () => {
  it.each([
    ['Big Bass Run', 'big_bass_run'],
    ["Corsair's Tide", 'corsair_s_tide'],
    ['Città d’Oro', 'citta_d_oro'],
    ['  Bells & Bars  ', 'bells_bars'],
    ['Ways 4.096!', 'ways_4_096'],
    ['龍', ''],
    ['', ''],
    ['x'.repeat(90), 'x'.repeat(80)],
  ])('of %j is %j', (name, slug) => {
    expect(slugOfName(name)).toBe(slug);
  });

  it('is that of the name it was made of', () => {
    expect(slugOfName(nameOfSlug('big_bass_run'))).toBe('big_bass_run');
  });

  it('follows the name while no other was typed, and nothing but the name', () => {
    const proposed = { name: 'Wild', slug: 'wild' };
    expect(withProposedSlug({ name: 'Wild Fox' }, proposed)).toEqual({ name: 'Wild Fox', slug: 'wild_fox' });
    expect(withProposedSlug({ name: 'Wild' }, { name: '', slug: '' })).toEqual({
      name: 'Wild',
      slug: 'wild',
    });
    expect(withProposedSlug({ name: 'Wild Fox' }, { name: 'Wild', slug: 'fox' })).toEqual({
      name: 'Wild Fox',
    });
    expect(withProposedSlug({ sub_name: 'Ways' }, proposed)).toEqual({ sub_name: 'Ways' });
  });
});
