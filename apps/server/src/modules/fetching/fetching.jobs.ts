import { type Message, messageOf } from '@ludus/contract';
import pLimit from 'p-limit';
import { z } from 'zod';
import { ConflictError } from '../../infra/errors/index.ts';
import type { Log } from '../../infra/log/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { defineJob, type JobContext, type JobDefinition } from '../../infra/queue/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import {
  type FetchPart,
  newPart,
  type PartDeps,
  partSchema,
  runPart,
  shareDoneOf,
  summaryOf,
} from './fetching.parts.ts';
import { planHistory, planPeriod, planRecent, type RecentRanges, type TimeRange } from './fetching.plan.ts';
import type { FetchTargets } from './fetching.ports.ts';
import type { PageOutcome, Quarantine } from './fetching.quarantine.ts';

/** What a fetch was requested with. The jobs page reads `dateStart`, `dateEnd` and `integrationIds` (null is all). */
export const fetchPayload = z.strictObject({
  kind: z.enum(['period', 'recent', 'history']),
  /** The period as requested, and as half-open instants. */
  dateStart: z.string().optional(),
  dateEnd: z.string().optional(),
  fromMs: z.int().optional(),
  toMs: z.int().optional(),
  integrationIds: z.array(z.int()).nullable(),
  force: z.boolean(),
});
export type FetchPayload = z.infer<typeof fetchPayload>;

const checkpointSchema = z.strictObject({ parts: z.array(partSchema) });

/** What the job needs in addition to what a part needs; `store` writes for one job. */
export interface FetchJobDeps extends Omit<PartDeps, 'store' | 'targets'>, RecentRanges {
  targets: FetchTargets;
  realtime: Realtime;
  store: Omit<PartDeps['store'], 'updateQuarantine'>;
  quarantine: Quarantine;
  /** Called with the integrations that a job has fetched, when all else of it is stored. */
  fetched(integrationIds: readonly number[]): Promise<void>;
  /** Integrations that one job reads at the same time. */
  concurrency: number;
}

export type FetchJob = JobDefinition<typeof fetchPayload>;

/** The jobs that fetch sessions from the platforms into the session store. */
export interface FetchJobs {
  /** What someone requested, and whole histories. */
  requested: FetchJob;
  /** What is new, of one integration each. They have workers of their own: requested fetches never occupy all. */
  scheduled: FetchJob;
}

export const fetchJobNames = { requested: 'fetch-sessions', scheduled: 'fetch-recent-sessions' } as const;

export function defineFetchJobs(deps: FetchJobDeps): FetchJobs {
  const define = (name: string, concurrency: number): FetchJob =>
    defineJob({
      name,
      queue: 'bookkeeping',
      payload: fetchPayload,
      options: { retries: 5, retryDelaySeconds: 5, concurrency },
      run: (context) => runFetch(context, deps),
    });
  return { requested: define(fetchJobNames.requested, 2), scheduled: define(fetchJobNames.scheduled, 4) };
}

async function runFetch(context: JobContext<FetchPayload>, deps: FetchJobDeps): Promise<void> {
  const { payload, job } = context;
  const stored = await context.readCheckpoint(checkpointSchema);
  const parts = stored?.parts ?? (await planParts(payload, deps));
  // Parts run concurrently and one checkpoint has all of them: its writes run one after the other.
  let lastWrite = Promise.resolve();
  const checkpoint = () => {
    lastWrite = lastWrite.then(() => context.checkpoint({ parts }));
    return lastWrite;
  };
  if (stored === null) await checkpoint();

  const reportProgress = (message: Message) => {
    const nowMs = deps.clock.now().getTime();
    const share = parts.reduce((sum, part) => sum + shareDoneOf(part, nowMs), 0) / Math.max(1, parts.length);
    context.summariseIntegrations(parts.map(summaryOf));
    context.summarise(totalsOf(parts));
    context.progress(Math.min(99, Math.floor(share * 100)), message);
  };
  reportProgress(messageOf('jobs.fetchStarted'));

  const failure = new AbortController();
  const run = {
    force: payload.force,
    goesFirst: payload.kind === 'recent',
    period: periodOf(payload),
    signal: AbortSignal.any([context.signal, failure.signal]),
    checkpoint,
    reportProgress,
  };
  const store = {
    ...deps.store,
    updateQuarantine: (integrationId: number, outcome: PageOutcome) =>
      deps.quarantine.update(job.id, integrationId, outcome),
  };
  const runOne = async (part: FetchPart) => {
    run.signal.throwIfAborted();
    try {
      await runPart(part, run, { ...deps, store });
    } catch (error) {
      // The other parts end, too: what failed is a store of our own.
      failure.abort(error);
      throw error;
    }
    logPart(part, context.log);
    reportProgress(
      failureOf(part) ?? messageOf('jobs.integrationDone', { integration: part.integrationName }),
    );
  };
  const limit = pLimit(deps.concurrency);
  const waiting = parts.filter((part) => part.state === 'waiting');
  const results = await Promise.allSettled(waiting.map((part) => limit(runOne, part)));
  context.signal.throwIfAborted();
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected !== undefined) throw failure.signal.aborted ? failure.signal.reason : rejected.reason;

  await finish(parts, context, deps);
}

function periodOf({ kind, fromMs, toMs }: FetchPayload): TimeRange | null {
  return kind !== 'period' || fromMs === undefined || toMs === undefined ? null : { fromMs, toMs };
}

async function finish(
  parts: readonly FetchPart[],
  context: JobContext<FetchPayload>,
  deps: FetchJobDeps,
): Promise<void> {
  const fetched = parts.filter((part) => part.state === 'done');
  const failed = parts.filter((part) => part.state === 'failed');
  context.summariseIntegrations(parts.map(summaryOf));
  context.summarise(totalsOf(parts));
  if (fetched.length > 0) {
    const at = deps.clock.now();
    const ids = fetched.map((part) => part.integrationId);
    await deps.targets.recordFetchCompleted(ids, at);
    deps.realtime.publish(
      { name: 'fetch-sessions-updated', data: { dateTime: at.toISOString() } },
      { everyone: true },
    );
    // What follows on a fetch is no reason to fetch again.
    await deps.fetched(ids).catch((error) => context.log.warn({ err: error }, 'work after a fetch failed'));
  }
  const failures = failed.flatMap((part) => failureOf(part) ?? []);
  const quarantined = parts.reduce((sum, part) => sum + part.quarantined, 0);
  const remarks =
    quarantined === 0 ? failures : [...failures, messageOf('jobs.rowsQuarantined', { count: quarantined })];
  const received = {
    count: parts.reduce((sum, part) => sum + part.received, 0),
    done: fetched.length,
    all: parts.length,
  };
  context.progress(
    100,
    remarks.length === 0
      ? messageOf('jobs.fetched', received)
      : messageOf('jobs.fetchedWithRemarks', { ...received, remarks }),
  );
  // Each platform was called several times by now: running the job again at once would not help.
  if (fetched.length === 0 && failed.length > 0)
    throw new ConflictError(messageOf('jobs.nothingFetched', { failures }));
}

function logPart(part: FetchPart, log: Log): void {
  const { integrationName: integration, received, changed, unchanged, elsewhere, quarantined, error } = part;
  const counts = { integration, received, new: part.new, changed, unchanged, elsewhere, quarantined };
  if (error !== null) log.warn(counts, renderMessage(error));
  else if (quarantined > 0) log.warn(counts, 'integration fetched; rows were quarantined');
  else log.info(counts, 'integration fetched');
}

/** Why a part ended early; null when it ran through. */
function failureOf({ integrationName: integration, error }: FetchPart): Message | null {
  return error === null ? null : messageOf('jobs.integrationFailed', { integration, reason: error });
}

async function planParts(payload: FetchPayload, deps: FetchJobDeps): Promise<FetchPart[]> {
  const nowMs = deps.clock.now().getTime();
  const wanted = payload.integrationIds;
  const integrations = (await deps.targets.listIntegrations()).filter(
    ({ id }) => wanted === null || wanted.includes(id),
  );
  const parts: FetchPart[] = [];
  for (const integration of integrations) {
    const coverage = await deps.store.findCoverage(integration.id);
    let ranges: TimeRange[];
    if (payload.kind === 'history') ranges = planHistory(nowMs);
    else if (payload.kind === 'recent') ranges = planRecent(coverage, nowMs, deps);
    else {
      const period = { fromMs: payload.fromMs ?? nowMs, toMs: payload.toMs ?? nowMs };
      ranges = planPeriod(period, coverage, nowMs, payload.force);
    }
    parts.push(newPart(integration, ranges));
  }
  return parts;
}

function totalsOf(parts: readonly FetchPart[]): Record<string, string | number> {
  const sum = (key: 'received' | 'new' | 'changed' | 'unchanged' | 'quarantined' | 'elsewhere') =>
    parts.reduce((total, part) => total + part[key], 0);
  const failed = parts.filter((part) => part.state === 'failed').map((part) => part.integrationName);
  const elsewhere = sum('elsewhere');
  return {
    received: sum('received'),
    new: sum('new'),
    changed: sum('changed'),
    unchanged: sum('unchanged'),
    quarantined: sum('quarantined'),
    ...(elsewhere === 0 ? {} : { elsewhere }),
    ...(failed.length === 0 ? {} : { failed: failed.join(', ') }),
  };
}
