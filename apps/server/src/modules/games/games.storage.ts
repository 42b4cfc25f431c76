import { type Game, payMethods } from '@ludus/contract';
import { demoWorldSchema, type StorageGames, storageGamesSchema } from '@ludus/contract/operator-api';
import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import type { Outgoing } from '../../infra/outgoing/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import { insertUnknownGames } from './games.import.repo.ts';
import { type ImportedGame, rowOf } from './games.import.ts';

export type StorageGame = StorageGames['games'][number];

/** The provider's game storage: games that exist and that no one has put into the catalogue yet. */
export interface GameStorage {
  /** Every game of the storage at that address. @throws OutgoingError */
  read(storageUrl: string): Promise<StorageGame[]>;
  /**
   * Imports those that the hub does not know, by id or slug, outside the catalogue; what it knows stays as people have
   * made it. Returns how many there were.
   */
  importUnknown(games: readonly StorageGame[]): Promise<number>;
  /** Reads and imports. @throws OutgoingError */
  synchronise(): Promise<number>;
  readonly job: JobDefinition<z.ZodObject>;
  /** Whether there is a storage to read: `GAME_STORAGE_URL`, else the sandbox's. */
  readonly known: boolean;
}

export interface StorageDeps {
  postgres: Pick<Postgres, 'transaction'>;
  clock: Clock;
  outgoing: Outgoing;
  settings: Pick<Settings, 'sandbox' | 'sandboxUrl' | 'gameStorageUrl'>;
  /** After new games have been imported. */
  invalidate(): void;
}

const limits = { timeoutMs: 20_000, maxBytes: 20_000_000 };
const day = 86_400_000;
const methods: readonly string[] = payMethods;

export function createGameStorage(deps: StorageDeps): GameStorage {
  const { postgres, clock, outgoing, settings, invalidate } = deps;
  const { gameStorageUrl, sandboxUrl } = settings;
  const known = gameStorageUrl !== undefined || (settings.sandbox && sandboxUrl !== undefined);

  async function address(): Promise<string | undefined> {
    if (gameStorageUrl !== undefined || !known) return gameStorageUrl;
    const response = await outgoing.send(`${sandboxUrl}/world.json`, limits);
    return (await response.json(demoWorldSchema)).storageUrl;
  }

  async function read(storageUrl: string): Promise<StorageGame[]> {
    const response = await outgoing.send(`${storageUrl}/v1/games`, limits);
    return (await response.json(storageGamesSchema)).games;
  }

  async function importUnknown(games: readonly StorageGame[]): Promise<number> {
    const now = clock.now();
    const rows = games.map((game) => rowOf(entryOfStored(game, { id: game.id, isCatalog: false, now })));
    const imported = await postgres.transaction((tx) => insertUnknownGames(tx, rows));
    if (imported > 0) invalidate();
    return imported;
  }

  async function synchronise(): Promise<number> {
    const storageUrl = await address();
    return storageUrl === undefined ? 0 : importUnknown(await read(storageUrl));
  }

  return {
    known,
    read,
    importUnknown,
    synchronise,
    job: defineJob({
      name: 'synchronise-game-storage',
      queue: 'system',
      payload: z.strictObject({}),
      run: async () => void (await synchronise()),
    }),
  };
}

/** A game of the storage as a record of the hub. */
export function entryOfStored(
  game: Omit<StorageGame, 'id'>,
  { id, isCatalog, now }: { id: string | null; isCatalog: boolean; now: Date },
): ImportedGame {
  const { theme: _theme, rtpStdDev, popularity: _popularity, ...facts } = game;
  // Created some weeks before the release, and never after today.
  const created = Math.min(Date.parse(`${game.release_date}T09:00:00Z`) - 45 * day, now.getTime() - day);
  return {
    ...facts,
    rtp_std_dev: rtpStdDev,
    // The storage does not know when a variant was changed.
    rtp_since: null,
    externalIdentifier: game.slug,
    providerId: id,
    pay_method: methods.includes(game.pay_method) ? (game.pay_method as Game['pay_method']) : 'Paylines',
    isCatalog,
    createdAt: new Date(created),
  };
}
