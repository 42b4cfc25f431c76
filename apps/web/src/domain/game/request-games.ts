import { notifyRequestedGames, requestGame } from '@ludus/contract';
import { ApiError, call, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

export interface RequestOutcome {
  /** Now on the wishlist. */
  requested: readonly number[];
  /** Why the others are not. */
  failures: ReadonlyMap<number, string>;
  /** On the wishlist, but the provider has not been notified. */
  notNotified: readonly number[];
}

interface Request {
  games: readonly number[];
  /** Left over from before: of these the provider is only notified. */
  notNotified: readonly number[];
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** One request per game, then one notification about all that were accepted. A game that fails stops no other. */
export function useRequestGames(integrationName: string, onDone: (outcome: RequestOutcome) => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: async ({ games, notNotified }: Request): Promise<RequestOutcome> => {
      const requested: number[] = [];
      const failures = new Map<number, string>();
      for (const gameId of games) {
        try {
          await call(requestGame, { query: { integrationName, gameId, isInterested: 'true' } });
          requested.push(gameId);
        } catch (error) {
          failures.set(gameId, textOf(error));
        }
      }
      const gameIds = [...new Set([...notNotified, ...requested])];
      if (gameIds.length === 0) return { requested, failures, notNotified: [] };
      try {
        await call(notifyRequestedGames, { body: { gameIds } });
        return { requested, failures, notNotified: [] };
      } catch {
        return { requested, failures, notNotified: gameIds };
      }
    },
    onSuccess: (outcome) => {
      onDone(outcome);
      void invalidate(['games']);
    },
  });
}

interface RequestEvents {
  onRequested: () => void;
  onFailed: (error: Error) => void;
}

/** Puts one game on the wishlist of an integration, and notifies the provider. */
export function useRequestGame(
  gameId: number,
  integrationName: string,
  { onRequested, onFailed }: RequestEvents,
) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: () =>
      call(requestGame, { query: { integrationName, gameId, isInterested: 'true', notify: 'true' } }),
    onSuccess: () => {
      onRequested();
      return invalidate(['games']);
    },
    onError: async (error) => {
      onFailed(error);
      // A colleague has requested it in the meantime, or it is no longer visible.
      if (error instanceof ApiError && [404, 409].includes(error.status)) await invalidate(['games']);
    },
  });
}
