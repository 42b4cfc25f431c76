import type { Game } from '@ludus/contract';

/** How wide a card's cover is drawn, as the `sizes` attribute has it. */
export const coverSizes = '(max-width: 639px) 44vw, 200px';

/** Where the view chosen last on this device is kept. */
export const viewKey = 'ludus.catalog-view';

/** As many as a phone has side by side. */
const firstCount = 2;

/** The games that the grid begins with: what an integration may still have, otherwise what is played; newest first. */
export function firstGames(games: readonly Game[]): Game[] {
  const seen = games.filter(({ isDev, integrations }) => !isDev && integrations?.length !== 0);
  const available = seen.filter(
    ({ integrations }) => integrations?.[0]?.integration_games.is_active === null,
  );
  return (available.length > 0 ? available : seen)
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .slice(0, firstCount);
}

/**
 * Asks for the first covers of the grid as soon as the catalogue has come, which may be before its code: they are the largest
 * thing on its screen. With a view of its own the grid may begin with others.
 */
export async function beginCovers(catalogue: Promise<Response>): Promise<void> {
  if (location.search !== '' || localStorage.getItem(viewKey) !== null) return;
  const { rows }: { rows: Game[] } = await (await catalogue).clone().json();
  for (const { game_media } of firstGames(rows)) {
    const cover = game_media?.find(({ isMainImage }) => isMainImage);
    if (!cover || cover.variants.length === 0) continue;
    const picture = new Image();
    picture.fetchPriority = 'high';
    picture.sizes = coverSizes;
    picture.srcset = cover.variants.map(({ url, width }) => `${url} ${width}w`).join(', ');
  }
}
