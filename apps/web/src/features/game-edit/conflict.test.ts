import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../domain/game/form/values.ts';
import { aGame } from '../../test/games.ts';
import { differencesOf, resolved } from './conflict.ts';

const base = aGame({ rtp: 95.5, volatility: 7, sub_name: 'Ways' });
const mine = { ...valuesOf(base), rtp: '96', name: 'Mine' };
const theirs = {
  ...base,
  volatility: 9,
  name: 'Theirs',
  supportedPlatforms: { mobile: false, desktop: true },
};

describe('two people who edit one game', () => {
  it('[EDIT-17] differ only in the fields one of them changed, each with whose change it is', () => {
    const sides = differencesOf(base, mine, theirs).map(({ field, suggested }) => [field, suggested]);
    expect(sides).toEqual([
      ['name', 'mine'],
      ['rtp', 'mine'],
      ['volatility', 'theirs'],
      ['supportedPlatforms', 'theirs'],
    ]);
    expect(differencesOf(base, { ...valuesOf(base), rtp: '95,50' }, base)).toEqual([]);
  });

  it('[EDIT-17] get the version they choose, field by field', () => {
    const next = resolved(mine, theirs, { name: 'theirs', rtp: 'mine', supportedPlatforms: 'theirs' });
    expect(next).toMatchObject({ name: 'Theirs', rtp: '96', volatility: 7, mobile: false, desktop: true });
  });
});
