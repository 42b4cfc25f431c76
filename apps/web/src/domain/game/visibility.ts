import {
  announceNewGames,
  type BodyInput,
  type IntegrationDetail,
  notifyGameIntegrations,
  notifyIntegrationGames,
  setIntegrationGames,
  updateGame,
} from '@ludus/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { integrationQuery } from '../integration/manage-integrations.ts';
import { gameLinksQuery } from './games.ts';

/** Saves which games an integration sees, or which integrations see a game, and notifies their people. */
export function useSaveVisibility() {
  const client = useQueryClient();
  const invalidate = useInvalidateTags();
  return {
    async ofIntegration(id: number, body: BodyInput<typeof setIntegrationGames>): Promise<void> {
      const { rows } = await call(setIntegrationGames, { params: { id }, body });
      showGames(client, id, rows);
      void invalidate(['games']);
    },

    async ofGame(input: CallInput<typeof updateGame>): Promise<void> {
      const saved = await call(updateGame, input);
      client.setQueryData(gameLinksQuery(saved.id).queryKey, saved);
      void invalidate(['games']);
    },

    notifyOfGames: (id: number, gameIds: number[]) =>
      call(notifyIntegrationGames, { params: { id }, body: { gameIds } }),
    notifyIntegrations: (gameId: number, integrationIds: number[]) =>
      call(notifyGameIntegrations, { params: { gameId }, body: { integrationIds } }),
  };
}

type GameRows = IntegrationDetail['games'];

function showGames(client: QueryClient, id: number, games: GameRows): void {
  client.setQueryData(
    integrationQuery(id).queryKey,
    (before: IntegrationDetail | undefined) => before && { ...before, games },
  );
}

interface SaveGames {
  body: BodyInput<typeof setIntegrationGames>;
  /** New games that the people of the integration get a mail about. */
  announced: number[];
}

interface SaveEvents {
  onSaved: (change: SaveGames) => void;
  onMailFailed: () => void;
  /** When the mails have gone as well, or could not. */
  onDone: () => void;
  onFailed: (error: Error) => void;
}

/** Saves the games that an integration sees and announces the new ones; they stay saved when that fails. */
export function useSaveIntegrationGames(id: number, events: SaveEvents) {
  const client = useQueryClient();
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: async (change: SaveGames) => {
      const { rows } = await call(setIntegrationGames, { params: { id }, body: change.body });
      events.onSaved(change);
      if (change.announced.length > 0) {
        const announcement = { params: { id }, body: { gameIds: change.announced } };
        await call(announceNewGames, announcement).catch(() => events.onMailFailed());
      }
      return rows;
    },
    onSuccess: (rows) => {
      showGames(client, id, rows);
      events.onDone();
    },
    onError: events.onFailed,
    // Also after a refusal: someone else may have saved in the meantime.
    onSettled: () => void invalidate(['games']),
  });
}
