import { describe, expect, it } from 'vitest';
import { viewerOf } from '../../domain/game/catalog-viewer.ts';
import { aGame, aLink } from '../../test/games.ts';
import { categorise, countCategories, listOf, searchByName, sectionsOf } from './filter-and-sort.ts';

const provider = { integrationId: null };
const dev = aGame({ id: 1, name: 'Night Chalice', isDev: true, createdAt: '2026-01-01T00:00:00Z' });
const old = aGame({
  id: 2,
  name: 'Abyss Regalia',
  release_date: '2024-03-01',
  createdAt: '2024-01-01T00:00:00Z',
});
const fresh = aGame({ id: 3, name: 'clover hollow', release_date: null, createdAt: '2026-02-01T00:00:00Z' });
const recent = aGame({
  id: 4,
  name: 'Bells 10',
  release_date: '2026-05-01',
  createdAt: '2025-01-01T00:00:00Z',
});
const ids = (games: readonly { id: number }[]) => games.map((game) => game.id);

describe('the order of the grid', () => {
  const games = categorise([old, dev, fresh, recent], provider);
  const active = (sort: 'createdAt' | 'release_date' | 'name') =>
    ids(sectionsOf(games, ['active'], sort).flatMap((section) => section.games));

  it('[CAT-04][OPEN-27] is by creation, newest first', () => {
    expect(active('createdAt')).toEqual([3, 4, 2]);
  });

  it('[CAT-04][OPEN-27] by release date is newest first, without a date last', () => {
    expect(active('release_date')).toEqual([4, 2, 3]);
  });

  it('[CAT-04][OPEN-27] by name ascends, whatever the case', () => {
    expect(active('name')).toEqual([2, 4, 3]);
  });

  it('[CAT-06] is cut into sections, in dev last; an empty one is left out', () => {
    expect(sectionsOf(games, null, 'name').map((section) => section.category)).toEqual(['active', 'inDev']);
    expect(sectionsOf(games, [], 'name')).toEqual([]);
  });
});

describe('the order of the list', () => {
  const low = aGame({ id: 5, name: 'Low', rtp: 91.5, volatility: 2, max_multiplier_win: null });
  const high = aGame({ id: 6, name: 'High', rtp: 97, volatility: 9, max_multiplier_win: 21_000 });
  const none = aGame({ id: 8, name: 'None', rtp: null, volatility: 5, max_multiplier_win: 500 });
  const games = categorise([none, high, low], provider);
  const by = (id: 'name' | 'rtp' | 'volatility' | 'max_multiplier_win', desc: boolean) =>
    ids(listOf(games, 'all', { id, desc }));

  it('[CAT-13] ascends and descends by every column', () => {
    expect(by('name', false)).toEqual([6, 5, 8]);
    expect(by('name', true)).toEqual([8, 5, 6]);
    expect(by('volatility', false)).toEqual([5, 8, 6]);
    expect(by('volatility', true)).toEqual([6, 8, 5]);
  });

  it('[CAT-13] keeps games without a value at the end, whichever way it runs', () => {
    expect(by('rtp', false)).toEqual([5, 6, 8]);
    expect(by('rtp', true)).toEqual([6, 5, 8]);
    expect(by('max_multiplier_win', true)).toEqual([6, 8, 5]);
  });
});

describe('what a person sees', () => {
  const elsewhere = aLink('active', { id: 9, name: 'Baltica' });
  const games = [
    aGame({ id: 1, isDev: true, integrations: [aLink('active')] }),
    aGame({ id: 2, integrations: [elsewhere, aLink('active')] }),
    aGame({ id: 3, integrations: [aLink('visible')] }),
    aGame({ id: 4, integrations: [elsewhere] }),
  ];

  it('[CAT-24][CAT-25][CAT-26][ROLE-08] follows the own link, found by the name whatever its case', () => {
    const own = categorise(games, viewerOf(games, 'ALPINA'));
    expect(own.map(({ game, category }) => [game.id, category])).toEqual([
      [1, 'inDev'],
      [2, 'active'],
      [3, 'available'],
    ]);
    expect(countCategories(own)).toEqual({ all: 3, inDev: 1, available: 1, active: 1 });
  });

  it('[CAT-27] is every finished game as active for staff of the provider', () => {
    const all = countCategories(categorise(games, viewerOf(games, null)));
    expect(all).toEqual({ all: 4, inDev: 1, available: 0, active: 3 });
  });

  it('[CAT-02] is found by a part of the name, whatever the case', () => {
    const named = categorise(
      [aGame({ id: 1, name: 'Wolves of Skadi' }), aGame({ id: 2, name: 'Frostjarl' })],
      provider,
    );
    expect(searchByName(named, ' OF sk ').map(({ game }) => game.id)).toEqual([1]);
    expect(searchByName(named, '')).toHaveLength(2);
    // The feature line is no part of the name.
    expect(searchByName(named, 'Ways')).toEqual([]);
  });
});
