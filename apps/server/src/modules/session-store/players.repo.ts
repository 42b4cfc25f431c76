import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Postgres } from '../../infra/postgres/index.ts';
import './session-store.tables.ts';

/** Most cached players (numbers by user id and user ids by number, each); others are read again. */
const maxCached = 300_000;

/**
 * The dictionary of players: a dense number for each user id of each integration, which never changes. PostgreSQL assigns
 * it, so that several processes, killed at any point, never give one player two numbers, or two players one.
 */
export interface Players {
  /** Returns the numbers of user ids of one integration; new user ids get one. */
  findOrCreateNumbers(integrationId: number, userIds: ReadonlySet<string>): Promise<Map<string, number>>;
  /** Returns the user ids of numbers. @throws Error for an unknown number: the session store would be damaged. */
  findUserIds(numbers: Iterable<number>): Promise<Map<number, string>>;
  /** Returns every number of a user id, one per integration that has such a player. */
  findNumbers(userId: string): Promise<number[]>;
}

export function createPlayers(postgres: Postgres): Players {
  const numbers = new LRUCache<string, number>({ max: maxCached });
  const names = new LRUCache<number, string>({ max: maxCached });

  async function insert(integrationId: number, userIds: readonly string[]) {
    // Sorted, so that two processes that insert the same players wait for each other instead of deadlocking.
    const { rows } = await sql<{ id: number; user_id: string }>`
      INSERT INTO players (integration_id, user_id)
      SELECT ${integrationId}, u FROM unnest(${userIds}::text[]) AS u ORDER BY u
      ON CONFLICT DO NOTHING RETURNING id, user_id`.execute(postgres.db);
    return rows;
  }

  async function select(integrationId: number, userIds: readonly string[]) {
    const { rows } = await sql<{ id: number; user_id: string }>`
      SELECT id, user_id FROM players
      WHERE integration_id = ${integrationId} AND user_id = ANY(${userIds}::text[])`.execute(postgres.db);
    return rows;
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
      const addRows = (rows: readonly { id: number; user_id: string }[]) => {
        for (const row of rows) {
          found.set(row.user_id, row.id);
          numbers.set(`${integrationId}:${row.user_id}`, row.id);
        }
        if (rows.length > 0) missing = missing.filter((userId) => !found.has(userId));
      };
      // Selected before inserting: a conflict would use up a number, and numbers should stay dense.
      if (missing.length > 0) addRows(await select(integrationId, missing));
      if (missing.length > 0) addRows(await insert(integrationId, missing));
      if (missing.length > 0) addRows(await select(integrationId, missing));
      if (missing.length > 0) throw new Error(`No number for the player ${missing[0]} of ${integrationId}`);
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
