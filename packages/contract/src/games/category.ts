import type { Game, IntegrationLink } from './schema.ts';

/** The lists of the catalogue. */
export const gameCategories = ['active', 'available', 'inDev'] as const;
export type GameCategory = (typeof gameCategories)[number];

/** Who looks at the catalogue: a person of that integration, or staff of the provider (null). */
export interface CatalogueViewer {
  integrationId: number | null;
}

type Categorised = Pick<Game, 'isDev'> & {
  integrations?: Pick<IntegrationLink, 'id' | 'integration_games'>[] | undefined;
};

/** The categories this viewer has: staff of the provider see no Available list. */
export function categoriesFor(viewer: CatalogueViewer): readonly GameCategory[] {
  return viewer.integrationId === null ? ['active', 'inDev'] : gameCategories;
}

/** The link of a game to the viewer's integration; null without one, and for staff of the provider. */
export function linkOf(
  game: Pick<Categorised, 'integrations'>,
  viewer: CatalogueViewer,
): IntegrationLink['integration_games'] | null {
  return game.integrations?.find((link) => link.id === viewer.integrationId)?.integration_games ?? null;
}

/** Why an integration has a game in none of the lists of its catalogue. */
export const hiddenReasons = ['notInCatalog', 'notAssigned'] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

/** The list of its catalogue in which an integration has a game, or why there is none. */
export type GameVisibility =
  | { readonly list: GameCategory; readonly hidden: null }
  | { readonly list: null; readonly hidden: HiddenReason };

/** The rule of an integration's catalogue: a game of the catalogue that is assigned to it, in development or not. */
export function visibilityOf(
  game: Pick<Game, 'isCatalog' | 'isDev'>,
  link: Pick<IntegrationLink['integration_games'], 'is_active'> | null,
): GameVisibility {
  if (!game.isCatalog) return { list: null, hidden: 'notInCatalog' };
  if (link === null) return { list: null, hidden: 'notAssigned' };
  if (game.isDev) return { list: 'inDev', hidden: null };
  return { list: link.is_active === null ? 'available' : 'active', hidden: null };
}

/**
 * In dev when isDev is true. Otherwise, for staff of the provider, active; for a person of an
 * integration, active when the link to that integration is active, available when it is not, and
 * null without a link: such a game is not this person's to see. Needs the game's `integrations`.
 */
export function categoryOf(game: Categorised, viewer: CatalogueViewer): GameCategory | null {
  if (game.isDev) return 'inDev';
  if (viewer.integrationId === null) return 'active';
  // What comes from the catalogue is in it.
  return visibilityOf({ isCatalog: true, isDev: false }, linkOf(game, viewer)).list;
}

/** Whether the viewer's integration has asked for the game and does not play it yet: the wishlist ribbon. */
export function isOnWishlist(game: Pick<Categorised, 'integrations'>, viewer: CatalogueViewer): boolean {
  const link = linkOf(game, viewer);
  return link !== null && link.is_active === null && link.is_requested !== null;
}
