import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import { zone } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../../infra/queue/index.ts';
import { publishReadyFigures, type ReadyFiguresDeps } from './webhooks.figures.ts';
import { findListeners } from './webhooks.repo.ts';
import type { DeliveryWorker } from './webhooks.worker.ts';

const payload = z.strictObject({});
export type DeliverWebhooksJob = JobDefinition<typeof payload>;
export type WatchWebhooksJob = JobDefinition<typeof payload>;

/** A later attempt that is due so soon gets a job of its own; others are found by the schedule. */
const soonMs = 60_000;
/** Workers take turns: one that has found work for so long leaves the rest to the next job. */
const longestRunMs = 4 * 60_000;

/** Sends until nothing is due. Several of these run side by side, in one process or many. */
export function defineDeliverJob(deps: {
  worker: DeliveryWorker;
  clock: Clock;
  /** Adds another job of this kind. */
  enqueue(startAfter?: Date): Promise<void>;
}): DeliverWebhooksJob {
  const { worker, clock } = deps;
  return defineJob({
    name: 'deliver-webhooks',
    queue: 'system',
    payload,
    options: { retries: 0, concurrency: 2, timeoutSeconds: 600 },
    async run({ signal }) {
      const begin = performance.now();
      for (;;) {
        const { taken, nextAt } = await worker.sendDue(signal);
        if (nextAt !== null && nextAt.getTime() - clock.now().getTime() < soonMs) await deps.enqueue(nextAt);
        if (taken === 0) return;
        if (performance.now() - begin > longestRunMs) return deps.enqueue();
      }
    },
  });
}

/** What the clock brings: maintenances that begin and end, figures of days that are ready, and attempts that are due. */
export function defineWatchJob(
  deps: ReadyFiguresDeps & {
    publishMaintenanceTimes(db: Db, now: Date): Promise<void>;
    enqueueDeliveries(): Promise<void>;
  },
): WatchWebhooksJob {
  const { postgres, clock } = deps;
  return defineJob({
    name: 'watch-webhooks',
    queue: 'system',
    payload,
    options: { retries: 0, timeoutSeconds: 120 },
    async run() {
      const maintained = await findListeners(postgres.db, ['maintenance.started', 'maintenance.ended']);
      if (maintained.length > 0) await deps.publishMaintenanceTimes(postgres.db, clock.now());
      await publishReadyFigures(deps);
      await deps.enqueueDeliveries();
    },
  });
}

export const startWatching = (jobs: JobQueueClient, job: WatchWebhooksJob) =>
  jobs.schedule(job, '* * * * *', { tz: zone, key: 'webhooks', payload: {} });
