import { sql } from 'kysely';
import type { Postgres } from '../../platform/postgres/index.ts';
import './books.tables.ts';

/** Most players remembered at once (numbers by name and names by number, each); the rest is asked again. */
const remembered = 300_000;

/**
 * The dictionary of players: a dense number for each user id of each integration, given once and for ever. PostgreSQL
 * decides, so that several processes and a kill in between never give one player two numbers, or two players one.
 */
export interface Players {
  /** The numbers of user ids of one integration, given out where they are new. */
  numbersOf(integrationId: number, userIds: ReadonlySet<string>): Promise<Map<string, number>>;
  /** The user ids behind numbers. @throws Error when the dictionary does not know one: the books would be damaged. */
  userIdsOf(numbers: Iterable<number>): Promise<Map<number, string>>;
  /** Every number under which a user id is known, one per integration that has such a player. */
  findNumbers(userId: string): Promise<number[]>;
}

export function createPlayers(postgres: Postgres): Players {
  const numbers = new Remembered<string, number>();
  const names = new Remembered<number, string>();

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
    async numbersOf(integrationId, userIds) {
      const found = new Map<string, number>();
      let missing: string[] = [];
      for (const userId of userIds) {
        const number = numbers.get(`${integrationId}:${userId}`);
        if (number === undefined) missing.push(userId);
        else found.set(userId, number);
      }
      const take = (rows: readonly { id: number; user_id: string }[]) => {
        for (const row of rows) {
          found.set(row.user_id, row.id);
          numbers.set(`${integrationId}:${row.user_id}`, row.id);
        }
        if (rows.length > 0) missing = missing.filter((userId) => !found.has(userId));
      };
      // Looked up before inserting: a conflict would use up a number, and numbers should stay dense.
      if (missing.length > 0) take(await select(integrationId, missing));
      if (missing.length > 0) take(await insert(integrationId, missing));
      if (missing.length > 0) take(await select(integrationId, missing));
      if (missing.length > 0) throw new Error(`No number for the player ${missing[0]} of ${integrationId}`);
      return found;
    },

    async userIdsOf(wanted) {
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
      const lost = missing.find((number) => !found.has(number));
      if (lost !== undefined)
        throw new Error(`The books hold player ${lost}, whom the dictionary does not know`);
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

/** Two generations of a map: when the young one is full the old one is dropped, so memory stays bounded. */
class Remembered<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  get(key: Key): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= remembered / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
