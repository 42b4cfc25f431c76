import { createHash } from 'node:crypto';
import type { Message } from '@ludus/contract';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Db, Postgres } from '../../infra/postgres/index.ts';

interface QuarantinedRowsTable {
  id: Generated<string>;
  integration_id: number;
  row_hash: Buffer;
  job_id: string;
  session_id: string | null;
  reason: ColumnType<Message, string, string>;
  row_text: string;
  times: number;
  first_received_at: Date;
  received_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    quarantined_rows: QuarantinedRowsTable;
  }
}

/** A row of a platform that is not stored as a session, and why. */
export interface QuarantineEntry {
  text: string;
  reason: Message;
  sessionId: string | null;
}

const maxRowLength = 4_000;
const rowsPerStatement = 500;
// Any pair of numbers starting with one that no other lock of the hub uses.
const fetchLock = 7_305_300;

export type QuarantinedRowRecord = Selectable<QuarantinedRowsTable>;

/** Quarantines rows; one that is there already gets the new reason and job, and counts once more. */
export async function upsertQuarantinedRows(
  db: Db,
  given: { integrationId: number; jobId: string; rows: readonly QuarantineEntry[]; now: Date },
): Promise<void> {
  const byHash = new Map<string, { row: QuarantineEntry; hash: Buffer; times: number }>();
  for (const row of given.rows) {
    const hash = createHash('sha256').update(row.text).digest();
    const key = hash.toString('latin1');
    const entry = byHash.get(key);
    if (entry === undefined) byHash.set(key, { row, hash, times: 1 });
    else entry.times += 1;
  }
  // Every job inserts in the same order, so that two of them never deadlock.
  const entries = [...byHash.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    const values = entries.slice(start, start + rowsPerStatement).map(({ row, hash, times }) => ({
      integration_id: given.integrationId,
      row_hash: hash,
      job_id: given.jobId,
      session_id: row.sessionId === null ? null : storable(row.sessionId),
      reason: JSON.stringify(row.reason),
      row_text: storable(row.text.slice(0, maxRowLength)),
      times,
      first_received_at: given.now,
      received_at: given.now,
    }));
    await db
      .insertInto('quarantined_rows')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['integration_id', 'row_hash']).doUpdateSet({
          job_id: sql`excluded.job_id`,
          reason: sql`excluded.reason`,
          times: sql`quarantined_rows.times + excluded.times`,
          received_at: sql`excluded.received_at`,
        }),
      )
      .execute();
  }
}

/** Returns quarantined rows, the last received first. */
export async function listQuarantinedRows(
  db: Db,
  filter: { jobId?: string | undefined; integrationId?: number | undefined },
  page: { offset: number; limit: number },
): Promise<{ rows: QuarantinedRowRecord[]; count: number }> {
  let query = db.selectFrom('quarantined_rows');
  if (filter.jobId !== undefined) query = query.where('job_id', '=', filter.jobId);
  if (filter.integrationId !== undefined) query = query.where('integration_id', '=', filter.integrationId);
  const [rows, total] = await Promise.all([
    query
      .selectAll()
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    query.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(total.count) };
}

/** Counts the fetch jobs that are waiting or active. */
export async function countOpenFetches(db: Db, jobName: string): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('name', '=', jobName)
    .where('state', 'in', ['waiting', 'active'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Held while an integration is being fetched, in one process of all. */
export interface FetchLock {
  release(): Promise<void>;
}

/**
 * Acquires the lock of an integration, or returns null while another process has it. It belongs to a connection: a hub
 * that dies loses it at once, and when the connection is lost, `onLost` is called.
 */
export async function tryFetchLock(
  postgres: Postgres,
  integrationId: number,
  onLost: (error: Error) => void,
): Promise<FetchLock | null> {
  const client = await postgres.pool.connect();
  let lost = false;
  const handleLoss = (error: Error) => {
    lost = true;
    onLost(error);
  };
  client.on('error', handleLoss);
  const releaseClient = (destroy: boolean) => {
    client.off('error', handleLoss);
    client.release(destroy);
  };
  try {
    const { rows } = await client.query<{ acquired: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS acquired',
      [fetchLock, integrationId],
    );
    if (rows[0]?.acquired !== true) {
      releaseClient(false);
      return null;
    }
  } catch (error) {
    releaseClient(true);
    throw error;
  }
  return {
    async release() {
      if (lost) return releaseClient(true);
      try {
        await client.query('SELECT pg_advisory_unlock($1, $2)', [fetchLock, integrationId]);
        releaseClient(false);
      } catch {
        // The lock goes with the connection.
        releaseClient(true);
      }
    },
  };
}

// PostgreSQL stores no NUL in text.
function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd');
}
