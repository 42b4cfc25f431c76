/** Retention: rows that no one needs any more are deleted every night, after as many days as the settings say. */
import { z } from 'zod';
import { type Clock, zone } from '../clock/index.ts';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log/index.ts';
import { deleteOldDeliveries } from '../mail/index.ts';
import { addToTotal, findTotals } from '../metrics/index.ts';
import type { HubModule, Infra } from '../module.ts';
import type { Postgres } from '../postgres/index.ts';
import { defineJob } from '../queue/index.ts';
import { retentionRule } from './rule.ts';
import type { RetentionRule } from './types.ts';

export { retentionRule } from './rule.ts';
export type { RetentionRule } from './types.ts';

const deletedTotal = 'hub_retention_deleted_rows_total';
const rowsPerBatch = 5_000;
const dayMs = 86_400_000;

/** The nightly job that applies the rules of the infrastructure and of these modules. */
export function createRetentionModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'metrics'>,
  modules: readonly HubModule[],
): HubModule {
  const { settings, clock, postgres, jobs, metrics } = infra;
  const rules = retentionRules(settings, modules);
  const job = defineJob({
    name: 'delete-old-rows',
    queue: 'system',
    payload: z.strictObject({}),
    async run({ signal, summarise, log }) {
      summarise(await applyRetention({ postgres, clock, rules, log, signal }));
    },
  });
  return {
    name: 'retention',
    jobs: [job],
    async start() {
      metrics.sharedCounter(deletedTotal, 'Rows that were deleted because of their age.', 'table', () =>
        findTotals(postgres.db, deletedTotal),
      );
      await jobs.schedule(job, '20 3 * * *', { tz: zone, key: 'nightly', payload: {} });
    },
  };
}

/** Returns the rules of the infrastructure and of these modules. */
export function retentionRules(
  { retentionDays }: Pick<Settings, 'retentionDays'>,
  modules: readonly HubModule[],
): RetentionRule[] {
  return [
    // Their effects stay.
    retentionRule({ table: 'jobs', column: 'finished_at', days: retentionDays.jobs }),
    { table: 'mail_deliveries', days: retentionDays.mails, deleteBatch: deleteOldDeliveries },
    ...modules.flatMap(({ retention }) => retention ?? []),
  ];
}

/**
 * Deletes the rows that the rules no longer keep, in batches, each a transaction, and returns how many by table. A rule that
 * fails does not keep the others from running.
 * @throws what the first rule that failed threw
 */
export async function applyRetention({
  postgres,
  clock,
  rules,
  log,
  signal,
  batchSize = rowsPerBatch,
}: {
  postgres: Postgres;
  clock: Clock;
  rules: readonly RetentionRule[];
  log: Log;
  signal: AbortSignal;
  batchSize?: number;
}): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const { table, days, deleteBatch } of rules) {
    if (days === 0) continue;
    const before = new Date(clock.now().getTime() - days * dayMs);
    deleted[table] = 0;
    try {
      for (let count = batchSize; count === batchSize; ) {
        signal.throwIfAborted();
        count = await postgres.transaction(async (tx) => {
          const batch = await deleteBatch(tx, before, batchSize);
          await addToTotal(tx, deletedTotal, table, batch);
          return batch;
        });
        deleted[table] += count;
      }
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  log.info({ deleted }, 'old rows deleted');
  if (failures.length > 0) throw failures[0];
  return deleted;
}
