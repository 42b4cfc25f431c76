import { type Message, messageOf } from '@ludus/contract';
import { z } from 'zod';
import { addDays, type Clock, romeDay } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Metrics } from '../../infra/metrics/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { Difference, ReconcileReport } from './fetching.reconcile.ts';
import { findLastComparison } from './fetching.repo.ts';

export const reconcilePayload = z.strictObject({
  /** Rome days, both included; the last 31 whole days when left out. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  integrationIds: z.array(z.int()).optional(),
});
export type ReconcileJob = JobDefinition<typeof reconcilePayload>;

const defaultDays = 31;
const maxLoggedDifferences = 50;

/**
 * Compares the session store with the platforms once a day and logs what differs: every difference is a fetch that is
 * behind, a quarantined row, or a mistake, and someone should look.
 */
export function defineReconcileJob(deps: {
  clock: Clock;
  reconcile(
    days: { from: string; to: string },
    options: { integrationIds?: readonly number[] | undefined; signal: AbortSignal },
  ): Promise<ReconcileReport[]>;
}): ReconcileJob {
  return defineJob({
    name: 'reconcile-sessions',
    queue: 'system',
    payload: reconcilePayload,
    options: { retries: 3, retryDelaySeconds: 60 },
    async run({ payload, log, signal, progress, summarise }) {
      const yesterday = addDays(romeDay(deps.clock.now()), -1);
      const to = payload.to ?? yesterday;
      const from = payload.from ?? addDays(to, 1 - defaultDays);
      progress(0, messageOf('jobs.comparing', { from, to }));
      const reports = await deps.reconcile({ from, to }, { integrationIds: payload.integrationIds, signal });
      // By integration, how many figures differ; those that could not be compared stand in the message.
      const summary: Record<string, string | number> = { from, to };
      const failures: Message[] = [];
      let equal = 0;
      for (const report of reports) {
        const { integrationName: name, differences, error } = report;
        if (error !== null) {
          failures.push(messageOf('jobs.integrationFailed', { integration: name, reason: error }));
          log.warn({ integration: name }, renderMessage(error));
          continue;
        }
        summary[name] = differences.length;
        if (differences.length === 0) equal += 1;
        else {
          const named = differences.slice(0, maxLoggedDifferences).map(differenceText);
          log.warn({ integration: name, differences: named }, 'the session store differs from the platform');
        }
      }
      summarise(summary);
      const all = reports.length;
      progress(
        100,
        failures.length === 0
          ? messageOf('jobs.compared', { equal, all })
          : messageOf('jobs.comparedPartly', { equal, all, failures }),
      );
    },
  });
}

/** Returns one difference as text; amounts in cents. */
export function differenceText({ day, sessionType, figure, sessionStore, platform }: Difference): string {
  return `${day} ${sessionType === 4 ? 'fun' : 'real'} ${figure}: stored ${sessionStore}, platform ${platform}`;
}

/** Adds the number of figures that differed when they were compared last; nothing for what could not be compared. */
export function addReconcileMetrics(metrics: Metrics, { db }: Postgres): void {
  const help = 'Figures that differ between session store and platform, as compared last.';
  metrics.sharedGauge('hub_reconciliation_differences', help, 'integration', async () => {
    const { from, to, ...differences } = (await findLastComparison(db)) ?? {};
    return Object.fromEntries(Object.entries(differences).map(([name, count]) => [name, Number(count)]));
  });
}
