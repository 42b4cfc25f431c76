import { sql, type Transaction } from 'kysely';
import pLimit from 'p-limit';
import type { Database, Postgres } from '../../infra/postgres/index.ts';
import './session-store.tables.ts';

// Any number that no other lock of the hub uses; the second one is the integration.
const integrationLock = 7_305_302;
// A batch keeps its transaction open while ClickHouse is asked and stores the rows; some connections are left for everyone else.
const maxConcurrentBatches = 6;
/** Longer than ClickHouse works on an insert whose client is gone. */
const unknownFor = '15 minutes';

/** What was written to an integration before this batch. */
export interface WriteState {
  /** The number of the latest write, stored or not; 0 before the first. */
  latest: number;
  /** Writes whose outcome is unknown, because their process died or lost its connection: their rows may still appear. */
  unknown: readonly number[];
}

/** The turn of a batch: no other batch of the integration is compared or written in the meantime. */
export interface WriteTurn {
  readonly tx: Transaction<Database>;
  readonly state: WriteState;
  /**
   * Numbers the write of this batch, for everyone to see, before its first row is stored. Once in a turn.
   * @returns the number, greater than that of any earlier write, which the rows carry
   */
  begin(): Promise<number>;
  /** Notes that the rows are stored; takes effect with the end of the turn. */
  end(writeNumber: number): Promise<void>;
}

/**
 * The writes of each integration, in the order of their numbers. Batches of one integration take turns, in all processes
 * together, so that two that bring the same new session see each other. A batch sees here whether another process has
 * written since its own process did.
 */
export interface SessionWrites {
  takeTurn<T>(integrationId: number, work: (turn: WriteTurn) => Promise<T>): Promise<T>;
  /** The number of the latest write that, like all before it, adds no rows any more; 0 before the first. */
  readStoredUpTo(integrationId: number): Promise<number>;
}

export function createSessionWrites(postgres: Postgres): SessionWrites {
  const limitBatches = pLimit(maxConcurrentBatches);
  // Within the process they wait without a connection.
  const turns = new Map<number, { limit: ReturnType<typeof pLimit>; waiting: number }>();

  async function queue<T>(integrationId: number, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(integrationId) ?? { limit: pLimit(1), waiting: 0 };
    turns.set(integrationId, turn);
    turn.waiting++;
    try {
      return await turn.limit(work);
    } finally {
      turn.waiting--;
      if (turn.waiting === 0) turns.delete(integrationId);
    }
  }

  async function readState(tx: Transaction<Database>, integrationId: number): Promise<WriteState> {
    const rows = await tx
      .selectFrom('session_writes')
      .select(['write_number', 'is_stored'])
      .where('integration_id', '=', integrationId)
      .execute();
    return {
      latest: Math.max(0, ...rows.map(({ write_number }) => Number(write_number))),
      unknown: rows.filter(({ is_stored }) => !is_stored).map(({ write_number }) => Number(write_number)),
    };
  }

  async function begin(integrationId: number): Promise<number> {
    // On its own connection: whoever comes after a process that dies must see it.
    const { rows } = await sql<{ write_number: string }>`
      INSERT INTO session_writes (integration_id, write_number)
      VALUES (${integrationId}, nextval('session_write_numbers'))
      RETURNING write_number`.execute(postgres.db);
    return Number(rows[0]?.write_number);
  }

  async function end(tx: Transaction<Database>, integrationId: number, writeNumber: number): Promise<void> {
    await sql`
      WITH stored AS (
        UPDATE session_writes SET is_stored = true
        WHERE integration_id = ${integrationId} AND write_number = ${writeNumber}
      )
      DELETE FROM session_writes
      WHERE integration_id = ${integrationId} AND write_number < ${writeNumber}
        AND (is_stored OR begun_at < now() - ${unknownFor}::interval)`.execute(tx);
  }

  return {
    async readStoredUpTo(integrationId) {
      const { rows } = await sql<{ latest: string | null; unfinished: string | null }>`
        SELECT max(write_number) AS latest,
          min(write_number) FILTER (WHERE NOT is_stored AND begun_at >= now() - ${unknownFor}::interval) AS unfinished
        FROM session_writes WHERE integration_id = ${integrationId}`.execute(postgres.db);
      const { latest = null, unfinished = null } = rows[0] ?? {};
      return unfinished === null ? Number(latest ?? 0) : Number(unfinished) - 1;
    },

    takeTurn: (integrationId, work) =>
      queue(integrationId, () =>
        limitBatches(() =>
          postgres.transaction(async (tx) => {
            await sql`SELECT pg_advisory_xact_lock(${integrationLock}, ${integrationId})`.execute(tx);
            const state = await readState(tx, integrationId);
            return work({
              tx,
              state,
              begin: () => begin(integrationId),
              end: (writeNumber) => end(tx, integrationId, writeNumber),
            });
          }),
        ),
      ),
  };
}
