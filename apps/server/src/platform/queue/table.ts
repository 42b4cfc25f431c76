import type { FetchSummary, JobQueue, JobState } from '@ludus/contract';
import type { Generated, Selectable } from 'kysely';
import type { JobRow } from './types.ts';

/** The hub's own record of its jobs; the queue's tables hold only what runs them. */
export interface JobsTable {
  id: string;
  queue: JobQueue;
  name: string;
  /** `delayed` turns into waiting by the passing of time: read it with `stateAt`. */
  state: JobState;
  user_id: string;
  username: string;
  data: unknown;
  singleton_key: string | null;
  percentage: Generated<number>;
  message: Generated<string>;
  summary: Generated<unknown>;
  integrations: Generated<unknown>;
  checkpoint: unknown;
  error: string | null;
  attempt: Generated<number>;
  /** Attempts that ended with an error; those cut off by the end of a process do not count. */
  failures: Generated<number>;
  /** The process that runs it. */
  worker: string | null;
  created_at: Generated<Date>;
  start_after: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
  /** The job that does a failed one's task again. */
  retried_as: string | null;
}

declare module '../postgres/database.ts' {
  interface Database {
    jobs: JobsTable;
  }
}

/** The row as the rest of the hub reads it; a delayed job whose time has come is waiting. */
export function jobRow(row: Selectable<JobsTable>, now: Date): JobRow {
  return {
    id: row.id,
    queue: row.queue,
    name: row.name,
    state: stateAt(row, now),
    userId: row.user_id,
    username: row.username,
    data: row.data as Record<string, unknown>,
    percentage: row.percentage,
    message: row.message,
    summary: row.summary as Record<string, string | number>,
    integrations: row.integrations as FetchSummary[],
    error: row.error,
    attempt: row.attempt,
    createdAt: row.created_at,
    startAfter: row.start_after,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

// What payloads carry for the work alone: people, addresses and texts of mails.
const inner = new Set(['requester', 'recipients', 'emails', 'to', 'subject', 'text', 'html', 'attachments']);

/** The part of a payload that boards and events show. It names nobody but the job's user. */
export function shownPayload(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(payload).filter(([field]) => !inner.has(field)));
}

function stateAt(row: Selectable<JobsTable>, now: Date): JobState {
  return row.state === 'delayed' && row.start_after <= now ? 'waiting' : row.state;
}
