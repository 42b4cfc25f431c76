import { createHash } from 'node:crypto';
import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Postgres } from '../../platform/postgres/index.ts';
import type { Coverage } from './fetching.plan.ts';

interface FetchCoverageTable {
  integration_id: number;
  covered_from: Date;
  covered_to: Date;
  updated_at: Date;
}

interface QuarantinedRowsTable {
  id: Generated<string>;
  integration_id: number;
  row_hash: Buffer;
  job_id: string;
  session_id: string | null;
  reason: string;
  row_text: string;
  times: number;
  first_received_at: Date;
  received_at: Date;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    fetch_coverage: FetchCoverageTable;
    quarantined_rows: QuarantinedRowsTable;
  }
}

/** A platform row that is kept aside. */
export interface AsideRow {
  text: string;
  reason: string;
  sessionId: string | null;
}

const longestRow = 4_000;
const rowsPerStatement = 500;
// Any pair of numbers starting with one that no other lock of the hub uses.
const fetchLock = 7_305_300;

export type QuarantinedRowRecord = Selectable<QuarantinedRowsTable>;

export async function findCoverage(db: Db, integrationId: number): Promise<Coverage | null> {
  const row = await db
    .selectFrom('fetch_coverage')
    .select(['covered_from', 'covered_to'])
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  return row === undefined ? null : { fromMs: row.covered_from.getTime(), toMs: row.covered_to.getTime() };
}

/** The longest ago that a platform was read; null before the first fetch. */
export async function findOldestRead(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('fetch_coverage')
    .select(({ fn }) => fn.min('updated_at').as('oldest'))
    .executeTakeFirst();
  return row?.oldest ?? null;
}

export async function upsertCoverage(
  db: Db,
  integrationId: number,
  coverage: Coverage,
  now: Date,
): Promise<void> {
  const values = {
    covered_from: new Date(coverage.fromMs),
    covered_to: new Date(coverage.toMs),
    updated_at: now,
  };
  await db
    .insertInto('fetch_coverage')
    .values({ integration_id: integrationId, ...values })
    .onConflict((conflict) => conflict.column('integration_id').doUpdateSet(values))
    .execute();
}

/** Keeps rows aside; a row that is there already gets the new reason and job, and counts once more. */
export async function upsertQuarantinedRows(
  db: Db,
  given: { integrationId: number; jobId: string; rows: readonly AsideRow[]; now: Date },
): Promise<void> {
  const byHash = new Map<string, { row: AsideRow; hash: Buffer; times: number }>();
  for (const row of given.rows) {
    const hash = createHash('sha256').update(row.text).digest();
    const key = hash.toString('latin1');
    const entry = byHash.get(key);
    if (entry === undefined) byHash.set(key, { row, hash, times: 1 });
    else entry.times += 1;
  }
  // One order for everybody, so that two jobs never wait for each other.
  const entries = [...byHash.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    const values = entries.slice(start, start + rowsPerStatement).map(({ row, hash, times }) => ({
      integration_id: given.integrationId,
      row_hash: hash,
      job_id: given.jobId,
      session_id: row.sessionId === null ? null : storable(row.sessionId),
      reason: storable(row.reason).slice(0, 1_000),
      row_text: storable(row.text.slice(0, longestRow)),
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

/** Rows kept aside, the last received first. */
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

/** Fetch jobs that wait for their turn or run. */
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
 * Takes the lock of an integration, or answers null while somebody else holds it. It belongs to a connection: a hub
 * that dies loses it at once, and a hub that loses the connection is told by `onLost`.
 */
export async function tryFetchLock(
  postgres: Postgres,
  integrationId: number,
  onLost: (error: Error) => void,
): Promise<FetchLock | null> {
  const client = await postgres.pool.connect();
  let lost = false;
  const noticeLoss = (error: Error) => {
    lost = true;
    onLost(error);
  };
  client.on('error', noticeLoss);
  const leave = (destroy: boolean) => {
    client.off('error', noticeLoss);
    client.release(destroy);
  };
  try {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [
      fetchLock,
      integrationId,
    ]);
    if (rows[0]?.held !== true) {
      leave(false);
      return null;
    }
  } catch (error) {
    leave(true);
    throw error;
  }
  return {
    async release() {
      if (lost) return leave(true);
      try {
        await client.query('SELECT pg_advisory_unlock($1, $2)', [fetchLock, integrationId]);
        leave(false);
      } catch {
        // The lock goes with the connection.
        leave(true);
      }
    },
  };
}

// PostgreSQL keeps no NUL in text.
function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd');
}
