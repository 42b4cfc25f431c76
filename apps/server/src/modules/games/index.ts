/** The catalogue: games, their pictures, who sees them and who asks for them. */
import { sheetDays } from '@ludus/contract';
import { createCache, type InvalidationListener } from '../../infra/invalidation/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Outgoing } from '../../infra/outgoing/index.ts';
import { afterCommit, type Db } from '../../infra/postgres/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import { type Approvals, holdNothing } from '../approvals/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Notify } from '../notifications/index.ts';
import { createGameEditor, requireFewIntegrations } from './games.edit.ts';
import { createGameImporter, type GameImporter } from './games.import.ts';
import { createGameMediaEditor } from './games.media.ts';
import { createGameRequests } from './games.requests.ts';
import { gameRoutes } from './games.routes.ts';
import {
  createGamesService,
  type DocumentsOf,
  type GamesService,
  gameTables,
  readGameReferences,
} from './games.service.ts';
import { createGameStorage, type GameStorage } from './games.storage.ts';
import { createRequestNotices } from './requests/requests.notices.ts';
import { requestRoutes } from './requests/requests.routes.ts';
import { createRequestQueue, type RequestQueue } from './requests/requests.service.ts';
import { createGameSheets } from './sheet/sheet.service.ts';

export type { GameImporter, ImportedGame, LinkState } from './games.import.ts';
export { type GameReference, linkState } from './games.mapper.ts';
export { findGameMaths, type GameMaths } from './games.repo.ts';
export { createGamesService, type GamesService, gameTables, readGameReferences } from './games.service.ts';
export { entryOfStored, type GameStorage, type StorageGame } from './games.storage.ts';
export type { GameMediaTable, GamesTable, IntegrationGamesTable, MediumRole } from './games.tables.ts';
export type { RequestQueue } from './requests/requests.service.ts';

export type GamesModule = HubModule & {
  service: GamesService;
  importer: GameImporter;
  storage: GameStorage;
  requests: RequestQueue;
};

export interface GamesPorts {
  changes: InvalidationListener;
  outgoing: Outgoing;
  media: MediaService;
  /** Notifies people in the caller's transaction. */
  notify: Notify;
  /** Without it every change is made at once. */
  approvals?: Approvals;
  /** Documents of games; without it games have none. */
  documents?: { ofGame: DocumentsOf; forgetGame(tx: Db, gameId: number): Promise<void> };
}

export function createGamesModule(
  infra: Pick<Infra, 'settings' | 'postgres' | 'clock' | 'realtime' | 'jobs'>,
  ports: GamesPorts,
): GamesModule {
  const { settings, postgres, clock, realtime, jobs } = infra;
  const { changes, outgoing, media, notify, documents, approvals = holdNothing } = ports;
  const service = createGamesService(postgres, changes, documents?.ofGame);
  const invalidate = (tx: Db, gameId: number) =>
    afterCommit(tx, () => {
      for (const table of ['games', 'game_media', 'integration_games']) changes.invalidate(table);
      const event = { name: 'changed', data: { topic: 'games', id: String(gameId) } } as const;
      realtime.publish(event, { everyone: true });
    });
  const editorDeps = {
    postgres,
    clock,
    games: service,
    releaseFiles: (tx: Db, hashes: readonly string[]) => media.release(tx, hashes),
    forgetDocuments: async (tx: Db, gameId: number) => documents?.forgetGame(tx, gameId),
  };
  const editor = createGameEditor({ ...editorDeps, invalidate });
  const everythingChanged = () => {
    for (const table of ['games', 'game_media', 'integration_games']) changes.invalidate(table);
    realtime.publish({ name: 'changed', data: { topic: 'games' } }, { everyone: true });
  };
  const sheets = createGameSheets({
    postgres,
    clock,
    media,
    // Thousands of games are one news.
    editor: createGameEditor({ ...editorDeps, invalidate() {} }),
    async mostPairs() {
      const { visibility, visibilityThreshold } = await approvals.settings();
      return visibility ? visibilityThreshold : null;
    },
    invalidate: (tx) => afterCommit(tx, everythingChanged),
  });
  const storage = createGameStorage({
    postgres,
    clock,
    outgoing,
    settings,
    invalidate() {
      changes.invalidate('games');
      realtime.publish({ name: 'changed', data: { topic: 'games' } }, { everyone: true });
    },
  });
  const requests = createGameRequests({
    postgres,
    clock,
    games: service,
    notify,
    invalidate,
  });
  const references = createCache(
    changes,
    gameTables,
    async () => new Map((await readGameReferences(postgres.db)).map((game) => [game.id, game])),
    1,
  );
  const queue = createRequestQueue({
    postgres,
    clock,
    realtime,
    notices: createRequestNotices(notify),
    references: () => references.read(0),
    invalidate,
  });
  return {
    name: 'games',
    endpoints: [
      ...gameRoutes({
        games: service,
        editor,
        media: createGameMediaEditor({ postgres, media, invalidate }),
        requests,
        holdUpdate: approvals.hold(editor.guarded),
        requireFewIntegrations: async (body) => requireFewIntegrations(await approvals.settings(), body),
        sheets,
      }),
      ...requestRoutes(queue),
    ],
    requests: queue,
    service,
    importer: createGameImporter(),
    storage,
    jobs: [storage.job],
    retention: [retentionRule({ table: 'game_imports', column: 'checked_at', days: 2 * sheetDays })],
    async start() {
      if (!storage.known) return jobs.unschedule(storage.job, 'hour');
      await jobs.schedule(storage.job, '7 * * * *', { tz: 'Europe/Rome', key: 'hour', payload: {} });
      // The sandbox is asked by the demo, which waits for it to start.
      if (settings.gameStorageUrl !== undefined) {
        await jobs.enqueue(storage.job, {}, { singletonKey: 'start', whenPresent: 'skip' });
      }
    },
  };
}
