import { messageOf } from '@ludus/contract';
import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import { checkConformance } from '../../infra/operator-api/index.ts';
import type { Outgoing } from '../../infra/outgoing/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobContext, type JobDefinition } from '../../infra/queue/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { IntegrationConnections } from '../integrations/index.ts';
import { attachRun, deleteOldRuns, isCancelled, saveReport } from './conformance.repo.ts';

/** What is checked stands in `conformance_runs`; the list of jobs says where. One that an older release has queued lacks it. */
const conformancePayload = z.strictObject({ runId: z.uuid(), integrationId: z.int().optional() });
type ConformancePayload = z.output<typeof conformancePayload>;
export type ConformanceJob = JobDefinition<typeof conformancePayload>;

export interface ConformanceJobDeps {
  postgres: Pick<Postgres, 'db'>;
  clock: Clock;
  realtime: Pick<Realtime, 'publish'>;
  outgoing: Pick<Outgoing, 'send'>;
  connections: Pick<IntegrationConnections, 'find'>;
}

/** How often a run looks whether it was cancelled. */
const cancelCheckMs = 500;

/**
 * Runs the checks. One that is cut off by the end of its process begins again: checks that write repeat what they have
 * written, which changes nothing at a platform that keeps to the API, and each run is one picture of the platform.
 */
export function defineConformanceJob(deps: ConformanceJobDeps): ConformanceJob {
  return defineJob({
    name: 'check-conformance',
    queue: 'bookkeeping',
    payload: conformancePayload,
    // Whoever asked for it sees that it failed, and runs it again.
    options: { retries: 0, timeoutSeconds: 3_600, concurrency: 2 },
    run: (context) => runChecks(context, deps),
  });
}

async function runChecks(
  { payload, job, signal, progress, summarise }: JobContext<ConformancePayload>,
  deps: ConformanceJobDeps,
): Promise<void> {
  const { db } = deps.postgres;
  const run = await attachRun(db, payload.runId, job.id);
  if (run === undefined) return;
  const connection = await deps.connections.find(run.integration_id);
  const integration = connection.name;
  const end = () => progress(100, messageOf('jobs.conformanceCancelled', { integration }));
  if (run.cancelled_at !== null) return end();
  const cancelled = watchCancellation(() => isCancelled(db, run.id));
  try {
    const report = await checkConformance(
      deps.outgoing,
      { connection, version: connection.version },
      { withWrites: run.with_writes },
      {
        now: () => deps.clock.now().getTime(),
        signal: AbortSignal.any([signal, cancelled.signal]),
        onCheck: ({ index, count }) => {
          const values = { integration, done: index + 1, all: count };
          // The percentage of what the text counts; the end says 100.
          progress(
            Math.min(99, Math.floor((100 * values.done) / count)),
            messageOf('jobs.conformanceChecking', values),
          );
        },
      },
    );
    if (!(await saveReport(db, run.id, report, deps.clock.now()))) return end();
    await deleteOldRuns(db, run.integration_id);
    const { passed, failed, skipped } = report;
    summarise({ passed, notPassed: failed, skipped });
    progress(100, messageOf('jobs.conformanceDone', { integration, passed, failed, skipped }));
  } catch (error) {
    signal.throwIfAborted();
    if (!cancelled.signal.aborted) throw error;
    end();
  } finally {
    cancelled.stop();
    const changed = { topic: 'conformance', id: String(run.integration_id) } as const;
    deps.realtime.publish(
      { name: 'changed', data: changed },
      { providers: true, integration: run.integration_id },
    );
  }
}

/** A signal that is aborted soon after the run was cancelled, by whichever process. */
function watchCancellation(isOver: () => Promise<boolean>): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const timer = setInterval(() => {
    // A database that is away fails the job by itself.
    isOver().then(
      (over) => over && controller.abort(new Error('The checks were cancelled.')),
      () => {},
    );
  }, cancelCheckMs);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
