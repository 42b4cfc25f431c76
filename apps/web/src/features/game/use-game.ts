import { type Game, getGame, listCatalog, type ResponseOf } from '@ludus/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';

/**
 * One game, with its documents for people who may have them (OPEN-23). What the catalogue has already brought of it is shown at once; `isPartial` says that banner and gallery are
 * still on their way.
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
