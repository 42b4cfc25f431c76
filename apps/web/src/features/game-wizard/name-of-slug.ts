import type { Game } from '@ludus/contract';

/** Big_bass_run is Big Bass Run. */
export function nameOfSlug(slug: string): string {
  return slug
    .split('_')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Games that are not yet in the catalogue, by slug, whose slug holds what is searched. */
export function storageGames(games: readonly Game[], query: string): Game[] {
  const wanted = query.trim().toLowerCase();
  return games
    .filter((game) => !game.isCatalog && game.slug.toLowerCase().includes(wanted))
    .sort((first, second) => first.slug.localeCompare(second.slug, 'en'));
}
