import { z } from 'zod';
import { ConflictError } from '../../platform/errors/index.ts';
import { defineJob, type JobContext, type JobDefinition } from '../../platform/queue/index.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import {
  type FetchPart,
  newPart,
  type PartDeps,
  partSchema,
  partShare,
  runPart,
  summaryOf,
} from './fetching.parts.ts';
import { planHistory, planPeriod, planRecent, type Stretch } from './fetching.plan.ts';
import type { FetchDirectory } from './fetching.ports.ts';
import type { AsideRow } from './fetching.repo.ts';

/** What a fetch was asked for. Jobs boards read `dateStart`, `dateEnd` and `integrationIds` (null is all). */
export const fetchPayload = z.strictObject({
  kind: z.enum(['period', 'recent', 'history']),
  /** The period as it was asked for, and as half-open instants. */
  dateStart: z.string().optional(),
  dateEnd: z.string().optional(),
  fromMs: z.int().optional(),
  toMs: z.int().optional(),
  integrationIds: z.array(z.int()).nullable(),
  force: z.boolean(),
});
export type FetchPayload = z.infer<typeof fetchPayload>;

const checkpointSchema = z.strictObject({ parts: z.array(partSchema) });

/** What the job needs beside what a part needs; `store` writes for one job. */
export interface FetchJobDeps extends Omit<PartDeps, 'store' | 'directory'> {
  directory: FetchDirectory;
  realtime: Realtime;
  store: Omit<PartDeps['store'], 'keepAside'> & {
    keepAside(jobId: string, integrationId: number, rows: readonly AsideRow[]): Promise<void>;
  };
  lookbackMs: number;
  /** Integrations that one job reads side by side. */
  sideBySide: number;
}

export type FetchJob = JobDefinition<typeof fetchPayload>;

/** The job that brings sessions from the platforms into the books. */
export function defineFetchJob(deps: FetchJobDeps): FetchJob {
  return defineJob({
    name: 'fetch-sessions',
    queue: 'bookkeeping',
    payload: fetchPayload,
    options: { retries: 5, retryDelaySeconds: 5, concurrency: 2 },
    run: (context) => runFetch(context, deps),
  });
}

async function runFetch(context: JobContext<FetchPayload>, deps: FetchJobDeps): Promise<void> {
  const { payload, job } = context;
  const stored = await context.readCheckpoint(checkpointSchema);
  const parts = stored?.parts ?? (await planParts(payload, deps));
  // Parts run side by side and the checkpoint holds all of them: its writes follow each other.
  let writing = Promise.resolve();
  const checkpoint = () => {
    writing = writing.then(() => context.checkpoint({ parts }));
    return writing;
  };
  if (stored === null) await checkpoint();

  const say = (message: string) => {
    const nowMs = deps.clock.now().getTime();
    const share = parts.reduce((sum, part) => sum + partShare(part, nowMs), 0) / Math.max(1, parts.length);
    context.summariseIntegrations(parts.map(summaryOf));
    context.summarise(totalsOf(parts));
    context.progress(Math.min(99, Math.floor(share * 100)), message);
  };
  say('Fetching sessions...');

  const failing = new AbortController();
  const run = {
    force: payload.force,
    signal: AbortSignal.any([context.signal, failing.signal]),
    checkpoint,
    say,
  };
  const store = {
    ...deps.store,
    keepAside: (integrationId: number, rows: readonly AsideRow[]) =>
      deps.store.keepAside(job.id, integrationId, rows),
  };
  const waiting = parts.filter((part) => part.state === 'waiting');
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      await runPart(part, run, { ...deps, store });
      if (part.error !== null) context.log.warn({ integration: part.integrationName }, part.error);
      say(part.error === null ? `${part.integrationName}: done` : `${part.integrationName}: ${part.error}`);
    }
  };
  const lanes = Array.from({ length: deps.sideBySide }, () =>
    lane().catch((error: unknown) => {
      failing.abort(error);
      throw error;
    }),
  );
  const ended = await Promise.allSettled(lanes);
  context.signal.throwIfAborted();
  const broken = ended.find((one) => one.status === 'rejected');
  if (broken !== undefined) throw failing.signal.aborted ? failing.signal.reason : broken.reason;

  await finish(parts, context, deps);
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
    await deps.directory.recordFetchCompleted(
      fetched.map((part) => part.integrationId),
      at,
    );
    deps.realtime.publish(
      { name: 'fetch-sessions-updated', data: { dateTime: at.toISOString() } },
      { everyone: true },
    );
  }
  const failures = failed.map((part) => `${part.integrationName}: ${part.error}`).join(' ');
  const received = parts.reduce((sum, part) => sum + part.received, 0).toLocaleString('en-GB');
  const done = `${received} sessions received from ${fetched.length} of ${parts.length} integrations.`;
  context.progress(100, failures === '' ? done : `${done} ${failures}`);
  // Each platform has been asked several times by now: running the job again at once would not help.
  if (fetched.length === 0 && failed.length > 0) throw new ConflictError(failures);
}

async function planParts(payload: FetchPayload, deps: FetchJobDeps): Promise<FetchPart[]> {
  const nowMs = deps.clock.now().getTime();
  const wanted = payload.integrationIds;
  const integrations = (await deps.directory.listIntegrations()).filter(
    ({ id }) => wanted === null || wanted.includes(id),
  );
  const parts: FetchPart[] = [];
  for (const integration of integrations) {
    const coverage = await deps.store.findCoverage(integration.id);
    let stretches: Stretch[];
    if (payload.kind === 'history') stretches = planHistory(nowMs);
    else if (payload.kind === 'recent') stretches = planRecent(coverage, nowMs, deps.lookbackMs);
    else {
      const period = { fromMs: payload.fromMs ?? nowMs, toMs: payload.toMs ?? nowMs };
      stretches = planPeriod(period, coverage, nowMs, payload.force);
    }
    parts.push(newPart(integration, stretches));
  }
  return parts;
}

function totalsOf(parts: readonly FetchPart[]): Record<string, string | number> {
  const sum = (key: 'received' | 'new' | 'changed' | 'unchanged' | 'keptAside') =>
    parts.reduce((total, part) => total + part[key], 0);
  const failed = parts.filter((part) => part.state === 'failed').map((part) => part.integrationName);
  return {
    received: sum('received'),
    new: sum('new'),
    changed: sum('changed'),
    unchanged: sum('unchanged'),
    keptAside: sum('keptAside'),
    ...(failed.length === 0 ? {} : { failed: failed.join(', ') }),
  };
}
