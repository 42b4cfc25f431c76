import { z } from 'zod';
import { addDays, type Clock, romeDay } from '../../platform/clock/index.ts';
import { defineJob, type JobDefinition } from '../../platform/queue/index.ts';
import type { Difference, ReconcileReport } from './fetching.reconcile.ts';

export const reconcilePayload = z.strictObject({
  /** Rome days, both included; the last 31 whole days when left out. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  integrationIds: z.array(z.int()).optional(),
});
export type ReconcileJob = JobDefinition<typeof reconcilePayload>;

const usualDays = 31;
const mostNamed = 50;

/**
 * Compares the books with the platforms once a day and says in the log what differs: every difference is either a fetch
 * that is behind, a row kept aside, or a mistake, and somebody should look.
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
      const from = payload.from ?? addDays(to, 1 - usualDays);
      progress(0, `Comparing ${from} to ${to}`);
      const reports = await deps.reconcile({ from, to }, { integrationIds: payload.integrationIds, signal });
      const summary: Record<string, string | number> = { from, to };
      for (const report of reports) {
        const { integrationName: name, differences, error } = report;
        summary[name] = error ?? (differences.length === 0 ? 'equal' : `${differences.length} differences`);
        if (error !== null) log.warn({ integration: name }, error);
        if (differences.length > 0) {
          const named = differences.slice(0, mostNamed).map(differenceText);
          log.warn({ integration: name, differences: named }, 'the books differ from the platform');
        }
      }
      summarise(summary);
      const differing = reports.filter(({ differences }) => differences.length > 0).length;
      progress(100, `${reports.length - differing} of ${reports.length} integrations equal`);
    },
  });
}

/** One difference in words; amounts in cents. */
export function differenceText({ day, sessionType, figure, books, platform }: Difference): string {
  return `${day} ${sessionType === 4 ? 'fun' : 'real'} ${figure}: books ${books}, platform ${platform}`;
}
