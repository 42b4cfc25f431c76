import { describe, expect, it } from 'vitest';
import { categoriesFor, categoryOf, isOnWishlist, visibilityOf } from './category.ts';

const at = '2026-05-01T00:00:00.000Z';
const linked = (is_active: string | null, is_requested: string | null = null, isDev = false) => ({
  isDev,
  integrations: [
    { id: 9, integration_games: { is_active: at, is_requested: at } },
    { id: 3, integration_games: { is_active, is_requested } },
  ],
});
const provider = { integrationId: null };
const member = { integrationId: 3 };

describe('the category of a game', () => {
  it('[CAT-24] is In dev when isDev is true, for everyone, whatever the links', () => {
    expect(categoryOf(linked(at, null, true), member)).toBe('inDev');
    expect(categoryOf(linked(at, null, true), provider)).toBe('inDev');
  });

  it('[CAT-25][CAT-26] follows the link to the own integration alone', () => {
    expect(categoryOf(linked(null), member)).toBe('available');
    expect(categoryOf(linked(at), member)).toBe('active');
    expect(categoryOf(linked(at), { integrationId: 4 })).toBeNull();
    expect(categoryOf({ isDev: false }, member)).toBeNull();
  });

  it('[CAT-27] has no Available for staff of the provider: every other game is Active', () => {
    expect(categoryOf(linked(null), provider)).toBe('active');
    expect(categoryOf({ isDev: false, integrations: [] }, provider)).toBe('active');
    expect(categoriesFor(provider)).toEqual(['active', 'inDev']);
    expect(categoriesFor(member)).toEqual(['active', 'available', 'inDev']);
  });

  it('[ROLE-11] is a wish when the own integration asked for it and does not play it yet', () => {
    expect(isOnWishlist(linked(null, at), member)).toBe(true);
    expect(isOnWishlist(linked(null), member)).toBe(false);
    expect(isOnWishlist(linked(at, at), member)).toBe(false);
    expect(isOnWishlist(linked(null, at), provider)).toBe(false);
  });
});

describe('what an integration sees of a game', () => {
  it('is the list of its catalogue, or the reason why there is none', () => {
    const [active, visible] = [{ is_active: at }, { is_active: null }];
    const game = { isCatalog: true, isDev: false };
    expect(visibilityOf(game, active)).toEqual({ list: 'active', hidden: null });
    expect(visibilityOf(game, visible)).toEqual({ list: 'available', hidden: null });
    expect(visibilityOf({ ...game, isDev: true }, visible)).toEqual({ list: 'inDev', hidden: null });
    expect(visibilityOf(game, null)).toEqual({ list: null, hidden: 'notAssigned' });
    expect(visibilityOf({ ...game, isDev: true }, null)).toEqual({ list: null, hidden: 'notAssigned' });
    // A link does not help what is not in the catalogue.
    expect(visibilityOf({ ...game, isCatalog: false }, active)).toEqual({
      list: null,
      hidden: 'notInCatalog',
    });
  });
});
