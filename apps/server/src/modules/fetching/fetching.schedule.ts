import { zone } from '../../infra/clock/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { FetchJob } from './fetching.jobs.ts';
import type { ReconcileJob } from './fetching.reconcile.job.ts';

const key = 'recent';
const recentPayload = { kind: 'recent', integrationIds: null, force: false } as const;

/**
 * The cron of "every so many minutes", or null for 0. Cron counts within the hour and the day: intervals that do not
 * divide them start anew at each hour, and those of an hour and more are rounded to whole hours.
 */
export function cronOf(minutes: number): string | null {
  if (minutes <= 0) return null;
  if (minutes < 60) return `*/${minutes} * * * *`;
  const hours = Math.round(minutes / 60);
  return hours >= 24 ? '0 0 * * *' : `0 */${hours} * * *`;
}

/** Fetches what is new by the clock, or never; one such fetch waits or runs at a time. */
export async function startSchedule(jobs: JobQueueClient, job: FetchJob, cron: string | null): Promise<void> {
  if (cron === null) {
    await jobs.unschedule(job, key);
    return;
  }
  await jobs.schedule(job, cron, { tz: zone, key, payload: recentPayload });
}

/**
 * A hub that was off for longer than an interval fetches as soon as it is back, not only at the next scheduled time.
 * `lastRead` is of the platform that was read longest ago; null before the first fetch, which is requested elsewhere.
 */
export async function catchUpAfterPause(
  jobs: JobQueueClient,
  job: FetchJob,
  { lastRead, now, intervalMinutes }: { lastRead: Date | null; now: Date; intervalMinutes: number },
): Promise<void> {
  if (intervalMinutes <= 0 || lastRead === null) return;
  if (now.getTime() - lastRead.getTime() < intervalMinutes * 60_000) return;
  await jobs.enqueue(job, recentPayload, { singletonKey: key, whenPresent: 'skip' });
}

/** Compares the session store with the platforms every night, when the day before is whole; never where nothing is fetched. */
export async function startReconciling(
  jobs: JobQueueClient,
  job: ReconcileJob,
  wanted: boolean,
): Promise<void> {
  if (wanted) await jobs.schedule(job, '40 4 * * *', { tz: zone, key: 'nightly', payload: {} });
  else await jobs.unschedule(job, 'nightly');
}
