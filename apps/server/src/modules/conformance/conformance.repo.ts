import { keptConformanceRuns, type Message } from '@ludus/contract';
import type { ConformanceReport } from '@ludus/contract/conformance';
import { type Generated, type JSONColumnType, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import '../integrations/index.ts';
import '../users/index.ts';

export interface ConformanceRunsTable {
  id: string;
  integration_id: number;
  /** The latest: one that failed can be run again. */
  job_id: string;
  /** The `sub` of the person. */
  requested_by: string;
  requested_at: Date;
  with_writes: boolean;
  cancelled_at: Generated<Date | null>;
  finished_at: Generated<Date | null>;
  /** Null unless the run is completed. */
  report: JSONColumnType<ConformanceReport> | null;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    conformance_runs: ConformanceRunsTable;
  }
}

export interface StoredRun {
  id: string;
  integration_id: number;
  job_id: string;
  requested_at: Date;
  with_writes: boolean;
  cancelled_at: Date | null;
  finished_at: Date | null;
  username: string;
  /** Null when the job is gone. */
  job_state: string | null;
  job_error: unknown;
  job_finished_at: Date | null;
  passed: number | null;
  failed: number | null;
  skipped: number | null;
}

/** A run, for its job. */
export type RunKey = Pick<StoredRun, 'id' | 'integration_id' | 'with_writes' | 'cancelled_at'>;

const openJobStates = ['waiting', 'delayed', 'active'] as const;
export const isOpenJob = (state: string | null): boolean => openJobStates.some((open) => open === state);

const numberOf = (field: 'passed' | 'failed' | 'skipped') =>
  sql<number | null>`(r.report->>${field})::int`.as(field);

/** Whether a run is shown and kept: the latest ones, and the last result with the one before it, however old they are. */
const isKept = (integrationId: number) => {
  const latest = (limit: number, isWanted: RawBuilder<boolean>) =>
    sql`SELECT id FROM conformance_runs WHERE integration_id = ${integrationId} AND ${isWanted}
      ORDER BY requested_at DESC, id LIMIT ${limit}`;
  return sql<boolean>`integration_id = ${integrationId} AND (
    id IN (${latest(keptConformanceRuns, sql`true`)}) OR id IN (${latest(2, sql`report IS NOT NULL`)}))`;
};

/** The latest first. */
export function findRuns(db: Db, integrationId: number): Promise<StoredRun[]> {
  return db
    .selectFrom('conformance_runs as r')
    .leftJoin('jobs as j', 'j.id', 'r.job_id')
    .leftJoin('users as u', 'u.subject', 'r.requested_by')
    .select([
      'r.id',
      'r.integration_id',
      'r.job_id',
      'r.requested_at',
      'r.with_writes',
      'r.cancelled_at',
      'r.finished_at',
      sql<string>`coalesce(u.username, r.requested_by)`.as('username'),
      'j.state as job_state',
      'j.error as job_error',
      'j.finished_at as job_finished_at',
      numberOf('passed'),
      numberOf('failed'),
      numberOf('skipped'),
    ])
    .where('r.id', 'in', db.selectFrom('conformance_runs').select('id').where(isKept(integrationId)))
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.id')
    .execute();
}

export async function findReports(
  db: Db,
  integrationId: number,
  ids: readonly string[],
): Promise<Map<string, ConformanceReport>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('conformance_runs')
    .select(['id', 'report'])
    .where('integration_id', '=', integrationId)
    .where('id', 'in', [...ids])
    .where('report', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ id, report }) => (report === null ? [] : [[id, report]])));
}

/** Finds the run that waits or runs; one that was cancelled counts as over. */
export function findOpenRun(db: Db, integrationId: number) {
  return db
    .selectFrom('conformance_runs as r')
    .innerJoin('jobs as j', 'j.id', 'r.job_id')
    .select(['r.id', 'r.job_id'])
    .where('r.integration_id', '=', integrationId)
    .where('r.report', 'is', null)
    .where('r.cancelled_at', 'is', null)
    .where('j.state', 'in', [...openJobStates])
    .executeTakeFirst();
}

export async function insertRun(
  tx: Db,
  run: { id: string; integrationId: number; jobId: string; userId: string; at: Date; withWrites: boolean },
): Promise<void> {
  await tx
    .insertInto('conformance_runs')
    .values({
      id: run.id,
      integration_id: run.integrationId,
      job_id: run.jobId,
      requested_by: run.userId,
      requested_at: run.at,
      with_writes: run.withWrites,
      report: null,
    })
    .execute();
}

/** A completed run of the past, as the demo imports it; its job is gone. */
export async function enterReport(
  tx: Db,
  run: { id: string; integrationId: number; userId: string; at: Date; report: ConformanceReport },
): Promise<void> {
  await insertRun(tx, { ...run, jobId: run.id, withWrites: run.report.withWrites });
  await saveReport(tx, run.id, run.report, new Date(run.report.finishedAt));
}

export async function markCancelled(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('conformance_runs')
    .set({ cancelled_at: at, finished_at: at })
    .where('id', '=', id)
    .where('report', 'is', null)
    .execute();
}

/** Ties a run to the job that works on it, and returns it; undefined when it is gone. */
export function attachRun(db: Db, id: string, jobId: string): Promise<RunKey | undefined> {
  return db
    .updateTable('conformance_runs')
    .set({ job_id: jobId })
    .where('id', '=', id)
    .returning(['id', 'integration_id', 'with_writes', 'cancelled_at'])
    .executeTakeFirst();
}

export async function isCancelled(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('conformance_runs')
    .select('cancelled_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined || row.cancelled_at !== null;
}

/** Returns false when it was cancelled in the meantime: nothing is kept then. */
export async function saveReport(db: Db, id: string, report: ConformanceReport, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conformance_runs')
    .set({ report: JSON.stringify(report), finished_at: at })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOldRuns(db: Db, integrationId: number): Promise<void> {
  await db
    .deleteFrom('conformance_runs')
    .where('integration_id', '=', integrationId)
    .where(sql<boolean>`NOT (${isKept(integrationId)})`)
    .execute();
}

export const messageOfJob = (error: unknown): Message | null => (error ?? null) as Message | null;
