import type { FetchSummary, JobQueue, JobState, Message } from '@ludus/contract';
import type { Generated, Selectable } from 'kysely';
import { renderMessage } from '../messages/index.ts';
import type { JobRow } from './types.ts';

/** The hub's own record of its jobs; the queue's tables hold only what runs them. */
export interface JobsTable {
  id: string;
  queue: JobQueue;
  name: string;
  /** `delayed` becomes `waiting` when its time comes: read it with `stateAt`. */
  state: JobState;
  user_id: string;
  username: string;
  data: unknown;
  singleton_key: string | null;
  percentage: Generated<number>;
  /** A `Message`; null before the first progress. */
  message: unknown;
  summary: Generated<unknown>;
  integrations: Generated<unknown>;
  checkpoint: unknown;
  /** A `Message`. */
  error: unknown;
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
    message: englishOf(row.message),
    messageDetail: row.message as Message | null,
    summary: row.summary as Record<string, string | number>,
    integrations: row.integrations as FetchSummary[],
    error: row.error === null ? null : englishOf(row.error),
    errorDetail: row.error as Message | null,
    attempt: row.attempt,
    createdAt: row.created_at,
    startAfter: row.start_after,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

/** Renders a stored message in English; empty when there is none. */
export function englishOf(message: unknown): string {
  return message === null ? '' : renderMessage(message as Message);
}

// Fields of payloads that only the job itself may read: people, addresses and texts of mails.
const inner = new Set(['requester', 'recipients', 'emails', 'to', 'subject', 'text', 'html', 'attachments']);

/** The part of a payload that boards and events show. It names no one but the job's user. */
export function shownPayload(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(payload).filter(([field]) => !inner.has(field)));
}

function stateAt(row: Selectable<JobsTable>, now: Date): JobState {
  return row.state === 'delayed' && row.start_after <= now ? 'waiting' : row.state;
}
