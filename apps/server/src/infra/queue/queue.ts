import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fromKysely, PgBoss, type Job as QueuedJob } from 'pg-boss';
import type { z } from 'zod';
import { currentContext, type Log } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Db } from '../postgres/database.ts';
import type { Postgres } from '../postgres/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { Tracing } from '../tracing/index.ts';
import { createErrorLog } from './error-log.ts';
import { addQueueMetrics } from './metrics.ts';
import { readPayload } from './payload.ts';
import { type FailureHandler, JobRunner, timeoutOf } from './runner.ts';
import { isQueueNewer, queueSchema } from './schema.ts';
import * as store from './store.ts';
import { jobRow } from './table.ts';
import { type QueuedData, runTraced } from './traced.ts';
import type { EnqueueOptions, JobDefinition, JobQueueClient, JobRow } from './types.ts';

export interface JobQueueDeps {
  postgres: Postgres;
  realtime: Realtime;
  metrics: Metrics;
  log: Log;
  tracing?: Tracing | undefined;
}

/** The queue with the lifecycle methods that only the composition of the hub calls. */
export interface JobEngine extends JobQueueClient {
  /** Registers the kinds of jobs; before `start`. @throws Error when two have one name. */
  register(definitions: readonly AnyJob[]): void;
  /**
   * Connects and prepares the queues, so that jobs can be added. `works` says whether `work` will follow, `schedules`
   * whether this process also begins what is scheduled.
   */
  start(options: { works: boolean; schedules: boolean }): Promise<void>;
  /**
   * Starts to run jobs and schedules. `isOnlyWorker`: no other process runs jobs, so jobs of a dead process are requeued
   * at once; otherwise within half a minute, when its heartbeat is missed.
   */
  work(options: { isOnlyWorker: boolean }): Promise<void>;
  /**
   * Takes no further jobs, asks the running ones to reach a checkpoint, and waits up to `graceMs` for them. Jobs can still be
   * added, for other processes.
   */
  drain(graceMs?: number): Promise<void>;
  /** Drains, gives jobs that still run back to the queue, and disconnects. */
  stop(graceMs?: number): Promise<void>;
  /** Rejects when jobs cannot be queued. */
  check(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs of any payload
export type AnyJob = JobDefinition<any>;

const scheduleQueue = 'schedules';
// A process that dies is noticed after 10 to 15 seconds.
const heartbeatSeconds = 10;
const superviseSeconds = 5;
// New jobs notify the workers; polling finds delayed jobs that are due.
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
const defaultGraceMs = 20_000;
const completionCheckMs = 250;
const addedAtOnce = 500;

interface ScheduledCall {
  name: string;
  key: string;
  payload: unknown;
}

/** Makes the engine; it connects to nothing before `start`. */
export function createJobEngine(deps: JobQueueDeps): JobEngine {
  const { postgres, log } = deps;
  const definitions = new Map<string, AnyJob>();
  const waiters = new Map<string, Set<() => void>>();
  const failureHandlers = new Map<string, FailureHandler[]>();
  const runner = new JobRunner({ ...deps, onFinished: (id) => wake(id), failureHandlers });
  let boss: PgBoss | undefined;

  const wake = (id: string) => {
    for (const call of waiters.get(id) ?? []) call();
  };

  function running(): PgBoss {
    if (boss === undefined) throw new Error('The job queue has not been started.');
    return boss;
  }

  function checkRegistered(definition: AnyJob): void {
    if (definitions.get(definition.name) === definition) return;
    throw new Error(`The job ${definition.name} is not registered.`);
  }

  async function enqueue<Payload extends z.ZodType>(
    definition: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options: EnqueueOptions = {},
  ): Promise<string> {
    checkRegistered(definition);
    // What is stored is the input: the schema reads it again when the job runs.
    definition.payload.parse(payload);
    const { tx } = options;
    if (tx !== undefined) return add(tx, definition, payload, options);
    return postgres.transaction((own) => add(own, definition, payload, options));
  }

  async function add(tx: Db, definition: AnyJob, payload: unknown, options: EnqueueOptions): Promise<string> {
    const { actor, singletonKey, startAfter, whenPresent } = options;
    if (singletonKey !== undefined && whenPresent === 'skip') {
      await store.lockKey(tx, definition.name, singletonKey);
      const present = await store.findOpenJob(tx, definition.name, singletonKey);
      if (present !== undefined) return present;
    }
    const id = randomUUID();
    const later = startAfter === undefined ? {} : { start_after: startAfter };
    await tx
      .insertInto('jobs')
      .values({
        id,
        queue: definition.queue,
        name: definition.name,
        state: startAfter === undefined ? 'waiting' : 'delayed',
        user_id: actor?.userId ?? 'system',
        username: actor?.username ?? 'system',
        data: JSON.stringify(payload),
        singleton_key: singletonKey ?? null,
        ...later,
      })
      .execute();
    const key = singletonKey ?? id;
    // The queue's policy allows one active job per key; the group keeps waiting ones from blocking other keys.
    await running().send(
      definition.name,
      { id, ...currentContext() },
      {
        id,
        singletonKey: key,
        group: { id: key },
        ...(startAfter === undefined ? {} : { startAfter }),
        db: fromKysely(tx as never),
      },
    );
    return id;
  }

  async function addAll(tx: Db, definition: AnyJob, payloads: readonly unknown[]): Promise<string[]> {
    const jobs = payloads.map((payload) => ({ id: randomUUID(), payload }));
    const context = currentContext();
    for (let at = 0; at < jobs.length; at += addedAtOnce) {
      const batch = jobs.slice(at, at + addedAtOnce);
      await tx
        .insertInto('jobs')
        .values(
          batch.map(({ id, payload }) => ({
            id,
            queue: definition.queue,
            name: definition.name,
            state: 'waiting' as const,
            user_id: 'system',
            username: 'system',
            data: JSON.stringify(payload),
            singleton_key: null,
          })),
        )
        .execute();
      await running().insert(
        definition.name,
        batch.map(({ id }) => ({ id, data: { id, ...context }, singletonKey: id, group: { id } })),
        { db: fromKysely(tx as never) },
      );
    }
    return jobs.map(({ id }) => id);
  }

  async function declare(definition: AnyJob): Promise<void> {
    const options = {
      // Whether there is another attempt is the runner's decision.
      retryLimit: 10_000,
      retryDelay: definition.options?.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: definition.options?.longestRetryDelaySeconds ?? 600,
      expireInSeconds: timeoutOf(definition) + 300,
      heartbeatSeconds,
      retentionSeconds: 60 * 86_400,
      deleteAfterSeconds: 86_400,
      notify: true,
    };
    if ((await running().getQueue(definition.name)) === null) {
      await running().createQueue(definition.name, { ...options, policy: 'singleton' });
    } else {
      await running().updateQueue(definition.name, options);
    }
  }

  async function workOn(definition: AnyJob): Promise<void> {
    for (let n = 0; n < (definition.options?.concurrency ?? 1); n++) {
      let worker = '';
      worker = await running().work<QueuedData>(
        definition.name,
        { ...polling, groupConcurrency: 1, heartbeatRefreshSeconds: 3 },
        async ([job]: QueuedJob<QueuedData>[]) => {
          if (job === undefined) return;
          // Looks for the next job as soon as this one is done, instead of at the next poll.
          running().notifyWorker(worker);
          const { id, ...context } = job.data;
          await runTraced(deps.tracing, definition.name, context, () =>
            runner.run(definition, id, job.signal),
          );
        },
      );
    }
  }

  async function drain(graceMs = defaultGraceMs): Promise<void> {
    if (boss === undefined) return;
    runner.interrupt();
    const queues = [...definitions.keys(), scheduleQueue];
    const ended = Promise.all(queues.map((name) => running().offWork(name, { wait: true })));
    const limit = new AbortController();
    const late = wait(graceMs, 'late' as const, { signal: limit.signal }).catch(() => undefined);
    if ((await Promise.race([ended, late])) === 'late') {
      log.warn({ jobs: runner.running() }, 'jobs did not reach a checkpoint in time; they go on elsewhere');
    }
    limit.abort();
  }

  async function runSchedules(): Promise<void> {
    await running().work<ScheduledCall>(scheduleQueue, polling, async ([job]: QueuedJob<ScheduledCall>[]) => {
      const definition = job && definitions.get(job.data.name);
      if (job === undefined || definition === undefined) return;
      await enqueue(definition, readPayload(definition.payload, job.data.payload), {
        singletonKey: job.data.key,
        whenPresent: 'skip',
      });
    });
  }

  return {
    enqueue,

    async enqueueAll(definition, payloads, tx) {
      checkRegistered(definition);
      for (const payload of payloads) definition.payload.parse(payload);
      return addAll(tx, definition, payloads);
    },

    register(added) {
      for (const definition of added) {
        if (definitions.has(definition.name)) throw new Error(`Two jobs are called ${definition.name}.`);
        definitions.set(definition.name, definition);
      }
    },

    async start({ works, schedules }) {
      boss = new PgBoss({
        // The connections of the process; it has no others.
        db: {
          executeSql: (text, values) => postgres.pool.query(text, values),
          async listen(channel, onNotification, onReconnect) {
            const listening = await postgres.session.listen(channel, onNotification, onReconnect);
            onReconnect();
            return listening;
          },
        },
        schema: queueSchema,
        // `migrateQueue` has prepared the tables; the role of the hub may not. Without migrations pg-boss refuses tables of a
        // newer release, with them it takes those as they are.
        migrate: await isQueueNewer(postgres),
        // Indexes that a newer release builds in the background are its own work.
        bamIntervalSeconds: 86_400,
        createSchema: false,
        useListenNotify: true,
        supervise: works,
        schedule: schedules,
        superviseIntervalSeconds: superviseSeconds,
        monitorIntervalSeconds: superviseSeconds,
        // pg-boss skips keys that its last look saw running: with looks a minute apart, the next job of a key would wait.
        queueCacheIntervalSeconds: superviseSeconds,
        cronMonitorIntervalSeconds: 15,
        cronWorkerIntervalSeconds: 5,
        reindex: false,
      });
      boss.on('error', createErrorLog(log));
      boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
      await boss.start();
      for (const definition of definitions.values()) await declare(definition);
      if ((await boss.getQueue(scheduleQueue)) === null) {
        await boss.createQueue(scheduleQueue, {
          notify: true,
          retentionSeconds: 3_600,
          deleteAfterSeconds: 3_600,
        });
      }
      addQueueMetrics(deps.metrics, postgres.db, () => [...definitions.keys()]);
    },

    async work({ isOnlyWorker }) {
      if (isOnlyWorker) await requeueOrphans(postgres);
      for (const definition of definitions.values()) await workOn(definition);
      await runSchedules();
    },

    drain,

    async stop(graceMs) {
      await drain(graceMs);
      await boss?.stop({ graceful: false });
      boss = undefined;
    },

    async check() {
      if ((await running().schemaVersion()) === null) throw new Error('The job queue has no tables.');
    },

    whenFailed({ name }, handler) {
      failureHandlers.set(name, [...(failureHandlers.get(name) ?? []), handler as FailureHandler]);
    },

    async schedule(definition, cron, { tz, key, payload }) {
      definition.payload.parse(payload);
      const call: ScheduledCall = { name: definition.name, key, payload };
      await running().schedule(scheduleQueue, cron, call, { tz, key: scheduleKey(definition, key) });
    },

    async unschedule(definition, key) {
      await running().unschedule(scheduleQueue, scheduleKey(definition, key));
    },

    async cancel(id) {
      const cancelled = await postgres.transaction(async (tx) => {
        const row = await store.cancelStoredJob(tx, id);
        if (row !== undefined) await running().cancel(row.name, id, { db: fromKysely(tx as never) });
        return row !== undefined;
      });
      if (cancelled) wake(id);
      return cancelled;
    },

    retry(id) {
      return postgres.transaction(async (tx) => {
        const failed = await store.lockFailedJob(tx, id);
        const definition = failed && definitions.get(failed.name);
        if (failed === undefined || definition === undefined) return null;
        const { user_id: userId, username, singleton_key: singletonKey } = failed;
        const added = await add(tx, definition, failed.data, {
          actor: { userId, username },
          ...(singletonKey === null ? {} : { singletonKey }),
        });
        await store.markRetried(tx, id, added);
        return added;
      });
    },

    async waitForCompletion(id) {
      for (;;) {
        const row = await finishedRow(postgres.db, id);
        if (row !== undefined) return row;
        await woken(waiters, id);
      }
    },
  };
}

async function finishedRow(db: Db, id: string): Promise<JobRow | undefined> {
  const row = await store.findStoredJob(db, id);
  if (row === undefined) throw new Error(`There is no job ${id}.`);
  return row.finished_at === null ? undefined : jobRow(row, row.finished_at);
}

// Jobs that end in this process resolve at once; those of other processes at the next check.
async function woken(waiters: Map<string, Set<() => void>>, id: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls = waiters.get(id) ?? new Set();
  waiters.set(id, calls.add(resolve));
  await Promise.race([promise, wait(completionCheckMs)]);
  calls.delete(resolve);
  if (calls.size === 0) waiters.delete(id);
}

// Jobs that wait for another attempt run at once, too: the hub has just been restarted.
async function requeueOrphans(postgres: Postgres): Promise<void> {
  await postgres.pool.query(
    `UPDATE ${queueSchema}.job SET state = 'retry', start_after = now(), heartbeat_on = NULL
     WHERE state = 'active' OR (state = 'retry' AND start_after > now())`,
  );
  // Otherwise keys of the dead process's jobs would be skipped until the next look.
  await postgres.pool.query(`UPDATE ${queueSchema}.queue SET singletons_active = NULL`);
}

function scheduleKey(definition: JobDefinition, key: string): string {
  return `${definition.name}.${key}`;
}
