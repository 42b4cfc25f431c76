/** The catalogue: games, their pictures, who sees them and who asks for them. */
import type { ChangeFeed } from '../../platform/changes/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { Outgoing } from '../../platform/outgoing/index.ts';
import { afterCommit, type Db } from '../../platform/postgres/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Tell } from '../notifications/index.ts';
import { createGameEditor } from './games.edit.ts';
import { createGameMediaEditor } from './games.media.ts';
import { createGameRegistry, type GameRegistry } from './games.registry.ts';
import { gameRoutes } from './games.routes.ts';
import { createGamesService, type DocumentsOf, type GamesService } from './games.service.ts';
import { createGameStorage, type GameStorage } from './games.storage.ts';
import { createGameWishes } from './games.wishes.ts';

export { type GameReference, linkState } from './games.mapper.ts';
export type { GameEntry, GameRegistry, LinkState } from './games.registry.ts';
export { gameTables, readGameReferences } from './games.service.ts';
export { entryOfStored, type GameStorage, type StorageGame } from './games.storage.ts';
export type { GameMediaTable, GamesTable, IntegrationGamesTable, MediumRole } from './games.tables.ts';

export type GamesModule = HubModule & {
  service: GamesService;
  registry: GameRegistry;
  storage: GameStorage;
};

export interface GamesPorts {
  changes: ChangeFeed;
  outgoing: Outgoing;
  media: MediaService;
  /** Tells people in the caller's transaction. */
  tell: Tell;
  /** Documents of games; without it games have none. */
  documents?: { ofGame: DocumentsOf; forgetGame(tx: Db, gameId: number): Promise<void> };
}

export function createGamesModule(
  platform: Pick<Platform, 'settings' | 'postgres' | 'clock' | 'realtime' | 'jobs'>,
  ports: GamesPorts,
): GamesModule {
  const { settings, postgres, clock, realtime, jobs } = platform;
  const { changes, outgoing, media, tell, documents } = ports;
  const service = createGamesService(postgres, changes, documents?.ofGame);
  const announce = (tx: Db, gameId: number) =>
    afterCommit(tx, () => {
      for (const table of ['games', 'game_media', 'integration_games']) changes.announce(table);
      const event = { name: 'changed', data: { topic: 'games', id: String(gameId) } } as const;
      realtime.publish(event, { everyone: true });
    });
  const editor = createGameEditor({
    postgres,
    clock,
    games: service,
    announce,
    releaseFiles: (tx, hashes) => media.release(tx, hashes),
    forgetDocuments: async (tx, gameId) => documents?.forgetGame(tx, gameId),
  });
  const storage = createGameStorage({
    postgres,
    clock,
    outgoing,
    settings,
    announce() {
      changes.announce('games');
      realtime.publish({ name: 'changed', data: { topic: 'games' } }, { everyone: true });
    },
  });
  const wishes = createGameWishes({
    postgres,
    clock,
    games: service,
    tell,
    announce,
  });
  return {
    name: 'games',
    endpoints: gameRoutes({
      games: service,
      editor,
      media: createGameMediaEditor({ postgres, media, announce }),
      wishes,
    }),
    service,
    registry: createGameRegistry(),
    storage,
    jobs: [storage.job],
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
