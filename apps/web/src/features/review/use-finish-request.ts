import { getGame, listCatalog, notifyRequestedGames, requestGame } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, keyOf, useMutation } from '../../lib/api/index.ts';

export interface RequestOutcome {
  /** Now on the wishlist. */
  asked: readonly number[];
  /** What was said of those that are not. */
  failures: ReadonlyMap<number, string>;
  /** On the wishlist, but the provider has not been told. */
  untold: readonly number[];
}

interface Request {
  games: readonly number[];
  /** Left over from before: these are only told about. */
  untold: readonly number[];
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** OPEN-42: one wish per game, then one message about all that were granted. A game that fails stops no other. */
export function useFinishRequest(integrationName: string, onDone: (outcome: RequestOutcome) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ games, untold }: Request): Promise<RequestOutcome> => {
      const asked: number[] = [];
      const failures = new Map<number, string>();
      for (const gameId of games) {
        try {
          await call(requestGame, { query: { integrationName, gameId, isInterested: 'true' } });
          asked.push(gameId);
        } catch (error) {
          failures.set(gameId, textOf(error));
        }
      }
      const gameIds = [...new Set([...untold, ...asked])];
      if (gameIds.length === 0) return { asked, failures, untold: [] };
      try {
        await call(notifyRequestedGames, { body: { gameIds } });
        return { asked, failures, untold: [] };
      } catch {
        return { asked, failures, untold: gameIds };
      }
    },
    onSuccess: (outcome) => {
      onDone(outcome);
      for (const read of [listCatalog, getGame]) void client.invalidateQueries({ queryKey: keyOf(read) });
    },
  });
}
