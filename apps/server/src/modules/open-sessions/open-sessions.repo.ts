import type { Message, SessionRunOutcome } from '@ludus/contract';
import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { StoredSession } from '../session-store/index.ts';

export interface SessionRunRowsTable {
  run_id: string;
  /** From 0, in the order of the request. */
  position: number;
  job_id: string;
  session_id: string;
  platform_session_id: string;
  integration_id: number;
  game_id: number;
  begun_at: Generated<Date | null>;
  outcome: Generated<SessionRunOutcome | null>;
  /** A `Message`. */
  reason: Generated<unknown>;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    session_run_rows: SessionRunRowsTable;
  }
}

export type SessionRunRow = Selectable<SessionRunRowsTable>;

/** Stores which sessions a job is about; in the transaction that adds the job. */
export async function insertRun(
  tx: Db,
  { runId, jobId }: { runId: string; jobId: string },
  sessions: readonly StoredSession[],
): Promise<void> {
  await tx
    .insertInto('session_run_rows')
    .values(
      sessions.map((session, position) => ({
        run_id: runId,
        position,
        job_id: jobId,
        session_id: session.id,
        platform_session_id: session.sessionId,
        integration_id: session.integrationId,
        game_id: session.gameId,
      })),
    )
    .execute();
}

/** Ties the rows to the job that works on them: a failed one is repeated by another job. */
export async function attachRun(db: Db, runId: string, jobId: string): Promise<void> {
  await db
    .updateTable('session_run_rows')
    .set({ job_id: jobId })
    .where('run_id', '=', runId)
    .where('job_id', '<>', jobId)
    .execute();
}

export async function listRunRows(db: Db, runId: string): Promise<SessionRunRow[]> {
  return db
    .selectFrom('session_run_rows')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute();
}

type RowKey = Pick<SessionRunRow, 'run_id' | 'position'>;

export async function markBegun(db: Db, { run_id, position }: RowKey, now: Date): Promise<void> {
  await db
    .updateTable('session_run_rows')
    .set({ begun_at: now })
    .where('run_id', '=', run_id)
    .where('position', '=', position)
    .execute();
}

export async function saveOutcome(
  db: Db,
  { run_id, position }: RowKey,
  { outcome, reason }: { outcome: SessionRunOutcome; reason: Message | null },
): Promise<void> {
  await db
    .updateTable('session_run_rows')
    .set({ outcome, reason: reason === null ? null : JSON.stringify(reason) })
    .where('run_id', '=', run_id)
    .where('position', '=', position)
    .execute();
}

/** The job of an id with its run; undefined when there is none, or when the job is of another kind. */
export async function findRunJob(db: Db, jobId: string, names: readonly string[]) {
  const job = await db
    .selectFrom('jobs')
    .select(['id', 'name', 'state', 'user_id', 'username', 'data', 'created_at', 'finished_at'])
    .where('id', '=', jobId)
    .where('name', 'in', [...names])
    .executeTakeFirst();
  return job === undefined ? undefined : { ...job, runId: String((job.data as { runId?: string }).runId) };
}
