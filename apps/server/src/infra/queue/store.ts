import type { FetchSummary, Message } from '@ludus/contract';
import { type Selectable, sql, type UpdateObject } from 'kysely';
import type { Database, Db } from '../postgres/database.ts';
import type { JobsTable } from './table.ts';

export type StoredJob = Selectable<JobsTable>;
/** One attempt of a job: what it writes counts only while no other attempt has begun. */
export interface Attempt {
  id: string;
  attempt: number;
}

export interface JobProgress {
  percentage: number;
  message: Message | null;
  summary: Record<string, string | number>;
  integrations: readonly FetchSummary[];
}

const unfinished = ['waiting', 'delayed', 'active'] as const;

/** Marks the job as running under a new attempt; undefined when it is over, cancelled or unknown. */
export async function beginAttempt(db: Db, id: string, worker: string): Promise<StoredJob | undefined> {
  return db
    .updateTable('jobs')
    .set({
      state: 'active',
      worker,
      attempt: sql`attempt + 1`,
      started_at: sql`coalesce(started_at, now())`,
    })
    .where('id', '=', id)
    .where('state', 'in', unfinished)
    .returningAll()
    .executeTakeFirst();
}

/** False when another attempt holds the job by now. */
export async function writeProgress(db: Db, attempt: Attempt, progress: JobProgress): Promise<boolean> {
  return update(db, attempt, {
    percentage: progress.percentage,
    message: JSON.stringify(progress.message),
    summary: JSON.stringify(progress.summary),
    integrations: JSON.stringify(progress.integrations),
  });
}

/** False when another attempt holds the job by now. */
export async function writeCheckpoint(db: Db, attempt: Attempt, data: unknown): Promise<boolean> {
  return update(db, attempt, { checkpoint: JSON.stringify(data) });
}

export async function completeJob(db: Db, attempt: Attempt, progress: JobProgress): Promise<boolean> {
  return update(db, attempt, {
    state: 'completed',
    percentage: 100,
    message: JSON.stringify(progress.message),
    summary: JSON.stringify(progress.summary),
    integrations: JSON.stringify(progress.integrations),
    checkpoint: null,
    error: null,
    finished_at: sql`now()`,
  });
}

export async function failJob(db: Db, attempt: Attempt, error: Message): Promise<boolean> {
  return update(db, attempt, {
    state: 'failed',
    error: JSON.stringify(error),
    failures: sql`failures + 1`,
    finished_at: sql`now()`,
  });
}

/** Returns the job to the queue: after a failure, or because the process stops. */
export async function returnJob(db: Db, attempt: Attempt, failure: Message | null): Promise<boolean> {
  return update(db, attempt, {
    state: 'waiting',
    worker: null,
    ...(failure === null ? {} : { error: JSON.stringify(failure), failures: sql`failures + 1` }),
  });
}

async function update(
  db: Db,
  { id, attempt }: Attempt,
  change: UpdateObject<Database, 'jobs'>,
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function findStoredJob(db: Db, id: string): Promise<StoredJob | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The id of a job of that key that waits or runs. Call it under `lockKey`. */
export async function findOpenJob(db: Db, name: string, singletonKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', name)
    .where('singleton_key', '=', singletonKey)
    .where('state', 'in', unfinished)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Until the transaction ends, no other process looks for a job of this key or adds one. */
export async function lockKey(db: Db, name: string, singletonKey: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`job ${name} ${singletonKey}`}, 0))`.execute(db);
}

/** Cancels a job that has not started; undefined when it has. */
export async function cancelStoredJob(db: Db, id: string): Promise<StoredJob | undefined> {
  return db
    .updateTable('jobs')
    .set({ state: 'cancelled', finished_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'delayed'])
    .returningAll()
    .executeTakeFirst();
}

/** Locks a failed job that has not been retried. */
export async function lockFailedJob(tx: Db, id: string): Promise<StoredJob | undefined> {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('retried_as', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function markRetried(tx: Db, id: string, retriedAs: string): Promise<void> {
  await tx.updateTable('jobs').set({ retried_as: retriedAs }).where('id', '=', id).execute();
}

/** How many jobs are in each unfinished state. */
export async function countOpenJobs(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('jobs')
    .select(['state', sql<string>`count(*)`.as('count')])
    .where('state', 'in', unfinished)
    .groupBy('state')
    .execute();
  const none = Object.fromEntries(unfinished.map((state) => [state, 0]));
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, Number(row.count)])) };
}

/** Returns how many jobs of a name wait although they are due, and since when the first of them is. */
export async function findDueJobs(db: Db): Promise<{ name: string; count: number; oldestSeconds: number }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select([
      'name',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`extract(epoch FROM now() - min(greatest(created_at, start_after)))::float8`.as(
        'oldestSeconds',
      ),
    ])
    .where('state', 'in', ['waiting', 'delayed'])
    .where('start_after', '<=', sql<Date>`now()`)
    .groupBy('name')
    .execute();
  return rows.map((row) => ({ ...row, oldestSeconds: Math.max(0, row.oldestSeconds) }));
}
