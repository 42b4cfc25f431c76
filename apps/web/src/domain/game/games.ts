import {
  type Game,
  getGame,
  listCatalog,
  listGames,
  type QueryInput,
  type ResponseOf,
} from '@ludus/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';

export const catalogQuery = (query: QueryInput<typeof listCatalog>) => queryFor(listCatalog, { query });

/** The catalogue with what a small cover needs. */
export const catalogWithCoversQuery = () => catalogQuery({ with: ['game_media'], mediaTypes: ['main'] });

/** The same with its links to integrations. */
export const catalogWithLinksQuery = () =>
  catalogQuery({ with: ['game_media', 'integrations'], mediaTypes: ['main'] });

/** Every game, those in development included. */
export const gamesQuery = () => queryFor(listGames, { query: {} });

/** The same with what a small cover needs. */
export const gamesWithCoversQuery = () =>
  queryFor(listGames, { query: { with: ['game_media'], mediaTypes: ['main'] } });

/** The address of a small cover of a game that came with its main image. */
export function coverOf(game: Pick<Game, 'game_media'>): string | undefined {
  const medium = game.game_media?.[0];
  return medium?.variants[0]?.url ?? medium?.url;
}

/** One game with its media and its links to integrations. */
export const gameToEditQuery = (id: number) =>
  queryFor(getGame, { params: { id }, query: { with: ['game_media', 'integrations'] } });

/** One game with its links to integrations. */
export const gameLinksQuery = (id: number) =>
  queryFor(getGame, { params: { id }, query: { with: ['integrations'] } });

/**
 * One game, with its documents for people who may have them. What the catalogue has already brought of it is shown at
 * once; `isPartial` is true while banner and gallery are still on their way.
 */
export function useGame(id: number, withLinks: boolean) {
  const client = useQueryClient();
  const parts = [
    'game_media' as const,
    ...(withLinks ? ['integrations' as const] : []),
    ...(useCan('games:documents') ? ['certificates' as const] : []),
  ];
  const query = useQuery({
    ...queryFor(getGame, { params: { id }, query: { with: parts } }),
    placeholderData: (): Game | undefined =>
      client
        .getQueriesData<ResponseOf<typeof listCatalog>>({ queryKey: keyOf(listCatalog) })
        .flatMap(([, catalogue]) => catalogue?.rows ?? [])
        .find((game) => game.id === id),
  });
  return { ...query, isPartial: query.isPlaceholderData };
}
