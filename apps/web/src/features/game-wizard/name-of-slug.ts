import type { Game } from '@ludus/contract';
import type { GameValues } from '../../domain/game/form/values.ts';

/** Big_bass_run is Big Bass Run. */
export function nameOfSlug(slug: string): string {
  return slug
    .split('_')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** The other way round: "Città d'Oro" is citta_d_oro. */
export function slugOfName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 80)
    .replace(/^_|_$/g, '');
}

/** What follows the name: a slug that was not typed by hand is proposed anew with it. */
export function withProposedSlug(
  change: Partial<GameValues>,
  before: Pick<GameValues, 'name' | 'slug'>,
): Partial<GameValues> {
  const { name } = change;
  if (name === undefined || (before.slug !== '' && before.slug !== slugOfName(before.name))) return change;
  return { ...change, slug: slugOfName(name) };
}

/** Games that are not yet in the catalogue, by slug, whose slug holds what is searched. */
export function storageGames(games: readonly Game[], query: string): Game[] {
  const wanted = query.trim().toLowerCase();
  return games
    .filter((game) => !game.isCatalog && game.slug.toLowerCase().includes(wanted))
    .sort((first, second) => first.slug.localeCompare(second.slug, 'en'));
}
