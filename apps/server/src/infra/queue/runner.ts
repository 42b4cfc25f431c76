import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Message, messageOf, textMessage } from '@ludus/contract';
import type { z } from 'zod';
import { explainedError } from '../errors/index.ts';
import type { Log } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Postgres, Tx } from '../postgres/index.ts';
import type { Audience, Realtime } from '../realtime/index.ts';
import { readPayload } from './payload.ts';
import { createProgressWriter, type ProgressWriter } from './progress.ts';
import * as store from './store.ts';
import { englishOf, shownPayload } from './table.ts';
import type { FailedJob, JobContext, JobDefinition } from './types.ts';

/** Thrown through a job by its signal: the process stops, or someone else holds the job by now. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
}

/** Makes the queue run the job again later; it never leaves this folder. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
}

export type FailureHandler = (tx: Tx, failed: FailedJob<unknown>) => Promise<void>;

export interface RunnerDeps {
  postgres: Postgres;
  realtime: Realtime;
  metrics: Metrics;
  log: Log;
  /** By the name of the job. */
  failureHandlers: ReadonlyMap<string, readonly FailureHandler[]>;
  /** Called when a job has come to its end here. */
  onFinished(id: string): void;
}

const defaultRetries = 2;
// A job that takes its process down with it each time must end somewhere. Failures are counted apart.
const mostInterruptions = 50;
// PostgreSQL that is started again takes a few seconds.
const databaseUnavailableMs = 30_000;
const databaseRetryMs = 250;
const unknownFailure = messageOf('plain.internal');

/** Runs attempts of jobs in this process. */
export class JobRunner {
  readonly #deps: RunnerDeps;
  readonly #stopping = new AbortController();
  readonly #worker = randomUUID();
  readonly #running = new Map<string, string>();

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** Asks every running job to reach a checkpoint and give up. */
  interrupt(): void {
    this.#stopping.abort(new JobInterrupted('The hub is stopping.'));
  }

  /** The jobs that run here. */
  running(): { id: string; name: string }[] {
    return [...this.#running].map(([id, name]) => ({ id, name }));
  }

  /**
   * Runs one attempt to its end and writes its outcome. `lost` aborts when the queue has given the job away.
   * @throws TryAgain when the job has to be run again.
   */
  async run(definition: JobDefinition, id: string, lost: AbortSignal): Promise<void> {
    this.#running.set(id, definition.name);
    try {
      await this.#runAttempt(definition, id, lost);
    } finally {
      this.#running.delete(id);
    }
  }

  async #runAttempt(definition: JobDefinition, id: string, lost: AbortSignal): Promise<void> {
    const row = await store.beginAttempt(this.#deps.postgres.db, id, this.#worker);
    if (row === undefined) return;
    const log = this.#deps.log.child({ jobId: id, job: row.name, attempt: row.attempt });
    const seconds = this.#deps.metrics.jobSeconds.startTimer({ name: row.name });
    const { progress, context, taken } = this.#open(definition, row, log, lost);
    this.#publishProgress(row, progress.current, 'start');
    try {
      await definition.run({ ...context, payload: readPayload(definition.payload, row.data) });
      // A job that no one's signal stopped in time must not report what another attempt is doing again.
      if (taken.aborted) throw taken.reason;
      await progress.discard();
      const done = { ...progress.current, percentage: 100 };
      if (!(await store.completeJob(this.#deps.postgres.db, row, done))) throw lostError();
      seconds({ outcome: 'completed' });
      log.info('job completed');
      this.#publishProgress(row, done, 'end');
      this.#deps.realtime.publish(
        { name: 'job-completed', data: { jobId: id, name: row.name, data: eventData(row, done) } },
        audienceOf(row),
      );
      this.#deps.onFinished(id);
    } catch (error) {
      await progress.flush();
      try {
        seconds({ outcome: await this.#afterError(definition, row, error, log, progress) });
      } catch (unwritten) {
        if (!(unwritten instanceof TryAgain)) await this.#returnOnceWritable(row, unwritten, lost, log);
        throw unwritten;
      }
    }
  }

  /**
   * The database is unavailable, which most likely failed the job: it is returned to the queue as soon as the database is
   * back, instead of when its heartbeat is missed. A longer outage is left to the heartbeat.
   */
  async #returnOnceWritable(
    row: store.StoredJob,
    cause: unknown,
    lost: AbortSignal,
    log: Log,
  ): Promise<void> {
    log.warn(
      { err: cause },
      'the outcome of a job could not be written; the job is returned to the queue when the database is back',
    );
    const until = AbortSignal.any([this.#stopping.signal, lost, AbortSignal.timeout(databaseUnavailableMs)]);
    while (!until.aborted) {
      const isReturned = await store.returnJob(this.#deps.postgres.db, row, null).then(
        () => true,
        () => false,
      );
      if (isReturned) return;
      await wait(databaseRetryMs, undefined, { signal: until }).catch(() => {});
    }
  }

  #open(definition: JobDefinition, row: store.StoredJob, log: Log, lost: AbortSignal) {
    const { db } = this.#deps.postgres;
    const takenOver = new AbortController();
    const timeLimit = AbortSignal.timeout(
      (definition.options?.timeoutSeconds ?? defaultTimeoutSeconds) * 1000,
    );
    const signal = AbortSignal.any([this.#stopping.signal, takenOver.signal, lost, timeLimit]);
    const initial: store.JobProgress = {
      percentage: row.percentage,
      message: row.message as Message | null,
      summary: row.summary as store.JobProgress['summary'],
      integrations: row.integrations as store.JobProgress['integrations'],
    };
    const progress = createProgressWriter(initial, async (current) => {
      try {
        if (!(await store.writeProgress(db, row, current))) return takenOver.abort(lostError());
        this.#publishProgress(row, current);
      } catch (error) {
        log.warn({ err: error }, 'the progress of a job could not be written');
      }
    });
    const context: Omit<JobContext<unknown>, 'payload'> = {
      job: { id: row.id, name: row.name, attempt: row.attempt, userId: row.user_id, username: row.username },
      log,
      signal,
      progress: (percentage, message) =>
        progress.set({ percentage: Math.min(100, Math.max(0, percentage)), message }),
      summarise: (summary) => progress.note({ summary }),
      summariseIntegrations: (integrations) => progress.note({ integrations }),
      checkpoint: async (data) => {
        if (await store.writeCheckpoint(db, row, data)) return;
        takenOver.abort(lostError());
        throw lostError();
      },
      readCheckpoint: async <C extends z.ZodType>(schema: C) => {
        if (row.checkpoint === null) return null;
        const parsed = schema.safeParse(row.checkpoint);
        return parsed.success ? parsed.data : null;
      },
    };
    return { progress, context, taken: takenOver.signal };
  }

  async #afterError(
    definition: JobDefinition,
    row: store.StoredJob,
    error: unknown,
    log: Log,
    progress: ProgressWriter,
  ): Promise<'interrupted' | 'failed'> {
    const { db } = this.#deps.postgres;
    if (error instanceof JobInterrupted || this.#stopping.signal.aborted) {
      log.info('job interrupted; it goes on later');
      await store.returnJob(db, row, null);
      throw new TryAgain('interrupted');
    }
    const explained = explainedError(error);
    const message =
      explained === undefined ? unknownFailure : (explained.detail ?? textMessage(explained.message));
    const pointless = explained !== undefined && explained.status < 500;
    const retries = definition.options?.retries ?? defaultRetries;
    if (!pointless && row.failures < retries && row.attempt - row.failures < mostInterruptions) {
      log.warn({ err: error }, 'job failed; it is tried again');
      await store.returnJob(db, row, message);
      throw new TryAgain(englishOf(message));
    }
    log.error({ err: error }, 'job failed');
    if (await this.#noteFailure(definition, row, message, log)) {
      this.#deps.metrics.jobFailures.inc({ name: row.name });
      const data = eventData(row, progress.current);
      this.#deps.realtime.publish(
        { name: 'job-error', data: { jobId: row.id, name: row.name, message: englishOf(message), data } },
        audienceOf(row),
      );
      this.#deps.onFinished(row.id);
    }
    return 'failed';
  }

  /** False when another attempt holds the job by now. */
  async #noteFailure(
    definition: JobDefinition,
    row: store.StoredJob,
    message: Message,
    log: Log,
  ): Promise<boolean> {
    const { postgres, failureHandlers } = this.#deps;
    const handlers = failureHandlers.get(row.name) ?? [];
    if (handlers.length === 0) return store.failJob(postgres.db, row, message);
    try {
      const payload = readPayload(definition.payload, row.data);
      return await postgres.transaction(async (tx) => {
        const noted = await store.failJob(tx, row, message);
        for (const handler of noted ? handlers : []) await handler(tx, { id: row.id, payload, message });
        return noted;
      });
    } catch (error) {
      log.error({ err: error }, 'the failure handler of a job failed');
      return store.failJob(postgres.db, row, message);
    }
  }

  #publishProgress(row: store.StoredJob, progress: store.JobProgress, type?: 'start' | 'end'): void {
    const { message, percentage } = progress;
    this.#deps.realtime.publish(
      {
        name: 'job-progress',
        data: {
          ...(type === undefined ? {} : { type }),
          jobId: row.id,
          name: row.name,
          progress: {
            message: englishOf(message),
            ...(message === null ? {} : { detail: message }),
            percentage,
          },
          data: eventData(row, progress),
        },
      },
      audienceOf(row),
    );
  }
}

const defaultTimeoutSeconds = 6 * 3600;

/** Seconds that one attempt of a job may take. */
export function timeoutOf(definition: JobDefinition): number {
  return definition.options?.timeoutSeconds ?? defaultTimeoutSeconds;
}

function lostError(): JobInterrupted {
  return new JobInterrupted('Another process has taken the job over.');
}

// Job events go to the job's user and to those who manage jobs.
function audienceOf(row: store.StoredJob): Audience {
  return { users: [row.user_id], jobManagers: true };
}

function eventData(row: store.StoredJob, progress: store.JobProgress): { userId: string } {
  const payload = shownPayload(row.data as Record<string, unknown>);
  const { summary, integrations } = progress;
  return { ...payload, summary, integrations, userId: row.user_id } as { userId: string };
}
