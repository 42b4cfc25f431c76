import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';
import { findGreatestNumber, findStoredNumbers, insertPlayers } from './players.clickhouse.ts';
import './session-store.tables.ts';

const defaultMaxCached = 300_000;

// Any number that no other lock of the hub uses.
/** Held while players are numbered. */
export const playersLock = 7_305_403;

/**
 * The dictionary of players: a dense number for each user id of each integration, which never changes. It is in
 * ClickHouse, beside the sessions that carry the numbers; PostgreSQL has an index of it and makes new numbers, so that
 * several processes, killed at any point, never give one player two numbers, or two players one.
 */
export interface Players {
  /** Returns the numbers of user ids of one integration; new user ids get one, which is in ClickHouse before this returns. */
  findOrCreateNumbers(integrationId: number, userIds: ReadonlySet<string>): Promise<Map<string, number>>;
  /** Returns the user ids of numbers. @throws Error for an unknown number: the session store would be damaged. */
  findUserIds(numbers: Iterable<number>): Promise<Map<number, string>>;
  /** Returns every number of a user id, one per integration that has such a player. */
  findNumbers(userId: string): Promise<number[]>;
}

export function createPlayers({
  postgres,
  clickhouse,
  maxCached = defaultMaxCached,
}: {
  postgres: Postgres;
  clickhouse: ClickHouse;
  /** Most cached players (numbers by user id and user ids by number, each); others are read again. */
  maxCached?: number | undefined;
}): Players {
  const numbers = new LRUCache<string, number>({ max: maxCached });
  const names = new LRUCache<number, string>({ max: maxCached });

  async function select(db: Db, integrationId: number, userIds: readonly string[]) {
    const { rows } = await sql<{ id: number; user_id: string }>`
      SELECT id, user_id FROM players
      WHERE integration_id = ${integrationId} AND user_id = ANY(${userIds}::text[])`.execute(db);
    return new Map(rows.map(({ id, user_id }) => [user_id, id]));
  }

  /** Numbers of players that the index does not have: those of the dictionary, and new ones. */
  async function addToIndex(integrationId: number, userIds: readonly string[]): Promise<Map<string, number>> {
    return postgres.transaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${playersLock})`.execute(tx);
      const found = await select(tx, integrationId, userIds);
      const missing = userIds.filter((userId) => !found.has(userId));
      const known = await findStoredNumbers(clickhouse, integrationId, missing);
      const created = await makeNumbers(
        tx,
        missing.filter((userId) => !known.has(userId)),
      );
      // First the dictionary: what the index has may be used by sessions.
      await insertPlayers(clickhouse, integrationId, created);
      const added = [...known, ...created];
      await sql`
        INSERT INTO players (id, integration_id, user_id)
        SELECT id, ${integrationId}, user_id
        FROM unnest(${added.map(([, number]) => number)}::int[], ${added.map(([userId]) => userId)}::text[])
          AS added (id, user_id)`.execute(tx);
      return new Map([...found, ...added]);
    });
  }

  /** New numbers, above every number of the dictionary: the sequence may be older than the session store. */
  async function makeNumbers(tx: Db, userIds: readonly string[]): Promise<Map<string, number>> {
    if (userIds.length === 0) return new Map();
    const greatest = await findGreatestNumber(clickhouse);
    await sql`
      SELECT setval('player_numbers', ${greatest}) FROM player_numbers WHERE last_value <= ${greatest}`.execute(
      tx,
    );
    const { rows } = await sql<{ user_id: string; number: number }>`
      SELECT u AS user_id, nextval('player_numbers')::int AS number
      FROM unnest(${userIds}::text[]) AS u`.execute(tx);
    return new Map(rows.map(({ user_id, number }) => [user_id, number]));
  }

  return {
    async findOrCreateNumbers(integrationId, userIds) {
      const found = new Map<string, number>();
      let missing: string[] = [];
      for (const userId of userIds) {
        const number = numbers.get(`${integrationId}:${userId}`);
        if (number === undefined) missing.push(userId);
        else found.set(userId, number);
      }
      const addNumbers = (added: ReadonlyMap<string, number>) => {
        for (const [userId, number] of added) {
          found.set(userId, number);
          numbers.set(`${integrationId}:${userId}`, number);
        }
        if (added.size > 0) missing = missing.filter((userId) => !found.has(userId));
      };
      if (missing.length > 0) addNumbers(await select(postgres.db, integrationId, missing));
      if (missing.length > 0) addNumbers(await addToIndex(integrationId, missing));
      return found;
    },

    async findUserIds(wanted) {
      const found = new Map<number, string>();
      const missing: number[] = [];
      for (const number of new Set(wanted)) {
        const name = names.get(number);
        if (name === undefined) missing.push(number);
        else found.set(number, name);
      }
      if (missing.length === 0) return found;
      const { rows } = await sql<{ id: number; user_id: string }>`
        SELECT id, user_id FROM players WHERE id = ANY(${missing}::int[])`.execute(postgres.db);
      for (const row of rows) {
        found.set(row.id, row.user_id);
        names.set(row.id, row.user_id);
      }
      const unknownNumber = missing.find((number) => !found.has(number));
      if (unknownNumber !== undefined)
        throw new Error(`The dictionary does not know player ${unknownNumber}, who has stored sessions`);
      return found;
    },

    async findNumbers(userId) {
      const rows = await postgres.db
        .selectFrom('players')
        .select('id')
        .where('user_id', '=', userId)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
