import type { FetchSummary, JobQueue, Message } from '@ludus/contract';
import type { z } from 'zod';
import type { Actor } from '../access/index.ts';
import type { Log } from '../log/index.ts';
import type { Tx } from '../postgres/database.ts';

/** How often and how long a job may run. */
export interface JobOptions {
  /** Further attempts after a failed one; 2 unless set. A process that dies under a job does not use one up. */
  retries?: number;
  /** Seconds before the next attempt, doubled each time; 5 unless set. */
  retryDelaySeconds?: number;
  /** The delay is doubled up to this; 600 unless set. */
  longestRetryDelaySeconds?: number;
  /** Jobs of this definition that one process runs side by side; 1 unless set. */
  concurrency?: number;
  /** One attempt is given up after this long; 6 hours unless set. */
  timeoutSeconds?: number;
}

/** A kind of background work: its payload, and what it does. Made by `defineJob`. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  /** Unique, kebab-case: `fetch-sessions`. */
  readonly name: string;
  /** Where boards list it; `system` jobs are listed nowhere. */
  readonly queue: JobQueue;
  /**
   * Later versions may only add optional fields, which older ones can do without: queued jobs carry old payloads, and processes of an older
   * version leave out what they do not know.
   */
  readonly payload: Payload;
  readonly options?: JobOptions;
  /** Runs one attempt. Safe to run twice: an attempt may follow one that was cut off anywhere. */
  run(context: JobContext<z.output<Payload>>): Promise<void>;
}

/** The context of a running job. */
export interface JobContext<Payload> {
  readonly payload: Payload;
  readonly job: {
    readonly id: string;
    readonly name: string;
    /** 1 for the first attempt. */
    readonly attempt: number;
    readonly userId: string;
    readonly username: string;
  };
  readonly log: Log;
  /** Aborted when the process stops or the attempt takes too long: reach a checkpoint, then throw `signal.reason`. */
  readonly signal: AbortSignal;
  /** Sets the progress of the job, 0 to 100; written and published at most four times a second, the last one always. */
  progress(percentage: number, message: Message): void;
  /** What the job has done so far, by key; replaces the previous summary. Written with the next progress. */
  summarise(summary: Record<string, string | number>): void;
  /** What the job has done so far for each integration; replaces the previous list. */
  summariseIntegrations(parts: readonly FetchSummary[]): void;
  /** Stores where to go on after an interruption, as JSON. It is there when the promise resolves. */
  checkpoint(data: unknown): Promise<void>;
  /** What an earlier attempt stored last, or null; a value that does not fit the schema counts as none. */
  readCheckpoint<C extends z.ZodType>(schema: C): Promise<z.output<C> | null>;
}

export interface EnqueueOptions {
  /** For whom the job runs: the user of its events. The hub itself when left out. */
  actor?: Pick<Actor, 'userId' | 'username'>;
  /** The job exists when this commits, and never when it rolls back. */
  tx?: Tx;
  /** Jobs of one definition with the same key run one after the other, in every process. */
  singletonKey?: string;
  /** With a singletonKey: `skip` returns the id of a job of that key that waits or runs, instead of adding one. */
  whenPresent?: 'wait' | 'skip';
  /** Not before this instant. */
  startAfter?: Date;
}

/** The queue as services see it. */
export interface JobQueueClient {
  /**
   * Adds a job and returns its id (a UUID).
   * @throws ZodError when the payload does not fit the definition.
   */
  enqueue<Payload extends z.ZodType>(
    definition: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<string>;
  /**
   * Adds many jobs of one kind in the caller's transaction, in few statements, and returns their ids in the same order.
   * @throws ZodError when a payload does not fit the definition; none is added then.
   */
  enqueueAll<Payload extends z.ZodType>(
    definition: JobDefinition<Payload>,
    payloads: readonly z.input<Payload>[],
    tx: Tx,
  ): Promise<string[]>;
  /**
   * Enqueues by cron (minutes first) in a zone, in one process of all. An occurrence is left out while a job of the same
   * key still waits or runs. Calling it again replaces the schedule.
   */
  schedule<Payload extends z.ZodType>(
    definition: JobDefinition<Payload>,
    cron: string,
    options: { tz: string; key: string; payload: z.input<Payload> },
  ): Promise<void>;
  /** Ends a schedule; nothing happens when there is none. */
  unschedule(definition: JobDefinition, key: string): Promise<void>;
  /**
   * Calls the handler in the transaction that marks a job of this kind as failed for good. When a handler throws, the
   * job is marked as failed all the same.
   */
  whenFailed<Payload extends z.ZodType>(
    definition: JobDefinition<Payload>,
    handler: (tx: Tx, failed: FailedJob<z.output<Payload>>) => Promise<void>,
  ): void;
  /** Cancels a job that has not started. False when it has, or when there is none. */
  cancel(id: string): Promise<boolean>;
  /** Adds a job with the task, user and key of one that failed, once; returns its id, or null for any other job. */
  retry(id: string): Promise<string | null>;
  /** Resolves when the job has completed, failed or been cancelled; for tests and command lines. */
  waitForCompletion(id: string): Promise<JobRow>;
}

/** A job after its last attempt; `message` is why it failed. */
export interface FailedJob<Payload> {
  id: string;
  payload: Payload;
  message: Message;
}

/** A row of table `jobs`. Times are Dates, `data` is the payload. */
export interface JobRow {
  id: string;
  queue: JobQueue;
  name: string;
  state: 'waiting' | 'delayed' | 'active' | 'completed' | 'failed' | 'cancelled';
  userId: string;
  username: string;
  data: Record<string, unknown>;
  percentage: number;
  /** The latest message in English; empty before the first. */
  message: string;
  messageDetail: Message | null;
  summary: Record<string, string | number>;
  integrations: FetchSummary[];
  /** Why it failed, in English. */
  error: string | null;
  errorDetail: Message | null;
  attempt: number;
  createdAt: Date;
  startAfter: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** Declares a kind of job; the type of the payload follows from its schema. */
export function defineJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  return definition;
}
