import type { Metrics } from '../metrics/index.ts';
import type { Db } from '../postgres/database.ts';
import * as store from './store.ts';

/** Adds what waits and runs; a kind of job of which nothing waits has 0. */
export function addQueueMetrics(metrics: Metrics, db: Db, names: () => readonly string[]): void {
  // A counter that begins with its first failure would hide that one from rates.
  for (const name of names()) metrics.jobFailures.inc({ name }, 0);
  metrics.sharedGauge('hub_jobs', 'Jobs that wait or run.', 'state', () => store.countOpenJobs(db));
  const valuesOf = async (figure: 'count' | 'oldestSeconds') => {
    const none = Object.fromEntries(names().map((name) => [name, 0]));
    const due = await store.findDueJobs(db);
    return { ...none, ...Object.fromEntries(due.map((row) => [row.name, row[figure]])) };
  };
  metrics.sharedGauge('hub_jobs_waiting', 'Jobs that are due and wait, by name.', 'name', () =>
    valuesOf('count'),
  );
  const help = 'How long the oldest job that is due has waited, by name.';
  metrics.sharedGauge('hub_jobs_oldest_waiting_seconds', help, 'name', () => valuesOf('oldestSeconds'));
}
