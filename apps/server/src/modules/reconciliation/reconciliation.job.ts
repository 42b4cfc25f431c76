import { type Message, messageOf, mostComparedDays } from '@ludus/contract';
import { z } from 'zod';
import { addDays, type Clock, dayText, romeDay, zone } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Metrics } from '../../infra/metrics/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import {
  defineJob,
  type FailedJob,
  type JobContext,
  type JobDefinition,
  type JobQueueClient,
} from '../../infra/queue/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { Difference, FetchTargets, ReconcileReport } from '../fetching/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { CompareOptions } from './reconciliation.compare.ts';
import { daysOf } from './reconciliation.read.ts';
import { countDifferingFigures, saveFailedDays } from './reconciliation.repo.ts';

export const comparePayload = z.strictObject({
  /** Rome days, both included; the last 31 whole days when left out. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  integrationIds: z.array(z.int()).optional(),
  /** A fetch that has to end first. */
  afterJobId: z.string().optional(),
  /** No one requested it: the first one of a finished month. */
  isFirst: z.boolean().optional(),
});
type ComparePayload = z.output<typeof comparePayload>;
export type CompareJob = JobDefinition<typeof comparePayload>;

export const compareJobNames = { scheduled: 'reconcile-sessions', requested: 'compare-days' } as const;

export interface CompareJobDeps {
  clock: Clock;
  jobs: Pick<JobQueueClient, 'waitForCompletion'>;
  realtime: Realtime;
  targets: Pick<FetchTargets, 'listIntegrations'>;
  compare(
    integrationId: number,
    days: { from: string; to: string },
    options: CompareOptions,
  ): Promise<ReconcileReport | undefined>;
}

const defaultDays = 31;
const maxLoggedDifferences = 50;

const comparing = ({ from, to }: { from: string; to: string }) =>
  messageOf('jobs.comparing', { from: dayText(from), to: dayText(to) });

/** The same work, asked for by someone or by the clock: what was asked for stands on the jobs board. */
export function defineCompareJobs(deps: CompareJobDeps): Record<keyof typeof compareJobNames, CompareJob> {
  const define = (kind: keyof typeof compareJobNames): CompareJob =>
    defineJob({
      name: compareJobNames[kind],
      queue: kind === 'scheduled' ? 'system' : 'bookkeeping',
      payload: comparePayload,
      options: { retries: 3, retryDelaySeconds: 60 },
      run: (context) => runComparison(context, deps),
    });
  return { scheduled: define('scheduled'), requested: define('requested') };
}

async function runComparison(context: JobContext<ComparePayload>, deps: CompareJobDeps): Promise<void> {
  const { payload, job, log, signal, progress, summarise } = context;
  const yesterday = addDays(romeDay(deps.clock.now()), -1);
  const to = payload.to ?? yesterday;
  const from = payload.from ?? addDays(to, 1 - defaultDays);
  if (payload.afterJobId !== undefined) {
    progress(0, messageOf('jobs.comparingAfterFetch'));
    await waitFor(payload.afterJobId, deps.jobs, signal);
  }
  progress(0, comparing({ from, to }));
  const wanted = payload.integrationIds;
  const integrations = (await deps.targets.listIntegrations()).filter(
    ({ id }) => wanted === undefined || wanted.includes(id),
  );
  const requester = job.userId === 'system' ? null : { username: job.username };
  // By integration, how many figures differ; those that could not be compared stand in the message.
  const summary: Record<string, string | number> = { from, to };
  const failures: Message[] = [];
  let equal = 0;
  const pieces = piecesOf(from, to);
  for (const [index, { id, name }] of integrations.entries()) {
    const differences: Difference[] = [];
    const audience = { providers: true as const, integration: id };
    let outcome: 'compared' | 'failed' | 'skipped' = 'compared';
    for (const [place, days] of pieces.entries()) {
      const done = (index + place / pieces.length) / integrations.length;
      const percentage = Math.min(99, Math.floor(100 * done));
      progress(percentage, comparing(days));
      const report = await deps.compare(id, days, {
        requester,
        signal,
        onSessions: (day, lines) =>
          progress(
            percentage,
            messageOf('jobs.comparingSessions', { integration: name, day: dayText(day), lines }),
          ),
      });
      deps.realtime.publish({ name: 'changed', data: { topic: 'reconciliation' } }, audience);
      if (report === undefined) outcome = 'skipped';
      else if (report.error !== null) {
        outcome = 'failed';
        failures.push(messageOf('jobs.integrationFailed', { integration: name, reason: report.error }));
        log.warn({ integration: name }, renderMessage(report.error));
      } else differences.push(...report.differences);
      // The next days would fail for the same reason.
      if (outcome !== 'compared') break;
    }
    if (outcome !== 'compared') continue;
    summary[name] = differences.length;
    if (differences.length === 0) equal += 1;
    else {
      const named = differences.slice(0, maxLoggedDifferences).map(differenceText);
      log.warn({ integration: name, differences: named }, 'the session store differs from the platform');
    }
    summarise(summary);
  }
  summarise(summary);
  const all = integrations.length;
  progress(
    100,
    failures.length === 0
      ? messageOf('jobs.compared', { equal, all })
      : messageOf('jobs.comparedPartly', { equal, all, failures }),
  );
}

/** The days in pieces, oldest first, that a platform may be asked for at once. */
function piecesOf(from: string, to: string): { from: string; to: string }[] {
  const pieces: { from: string; to: string }[] = [];
  for (let first = from; first <= to; first = addDays(first, mostComparedDays)) {
    const last = addDays(first, mostComparedDays - 1);
    pieces.push({ from: first, to: last < to ? last : to });
  }
  return pieces;
}

// A fetch that failed or is gone is no obstacle: the comparison shows what there is.
async function waitFor(
  jobId: string,
  jobs: Pick<JobQueueClient, 'waitForCompletion'>,
  signal: AbortSignal,
): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([jobs.waitForCompletion(jobId).then(noValue, noValue), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
const noValue = () => undefined;

/** Returns one difference as text; amounts in cents. */
export function differenceText({ day, sessionType, figure, sessionStore, platform }: Difference): string {
  return `${day} ${sessionType === 4 ? 'fun' : 'real'} ${figure}: stored ${sessionStore}, platform ${platform}`;
}

/** Adds the figures that differ over the last 31 days, as each was compared last; nothing for what was never compared. */
export function addReconciliationMetrics(
  metrics: Metrics,
  { db }: Pick<Postgres, 'db'>,
  clock: Clock,
  referenceData: Pick<ReferenceData, 'read'>,
): void {
  const help = 'Figures that differ between session store and platform, as compared last.';
  metrics.sharedGauge('hub_reconciliation_differences', help, 'integration', async () => {
    const from = addDays(romeDay(clock.now()), -defaultDays);
    const [counts, names] = await Promise.all([countDifferingFigures(db, from), referenceData.read()]);
    return Object.fromEntries([...counts].map(([id, count]) => [integrationName(names, id), count]));
  });
}

/** Stores that the days of a first comparison could not be compared, so that the next fetch does not ask for it again. */
export function recordFailedFirst(clock: Clock) {
  return async (tx: Tx, { payload, message: reason }: FailedJob<ComparePayload>): Promise<void> => {
    const { isFirst, from, to, integrationIds } = payload;
    if (!isFirst || from === undefined || to === undefined) return;
    const now = clock.now();
    for (const id of integrationIds ?? [])
      await saveFailedDays(tx, id, daysOf({ from, to }), { reason, now });
  };
}

/** Compares the session store with the platforms every night, when the day before is whole; never where nothing is fetched. */
export async function startReconciling(
  jobs: JobQueueClient,
  job: CompareJob,
  wanted: boolean,
): Promise<void> {
  if (wanted) await jobs.schedule(job, '40 4 * * *', { tz: zone, key: 'nightly', payload: {} });
  else await jobs.unschedule(job, 'nightly');
}
