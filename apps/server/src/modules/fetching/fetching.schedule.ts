import { z } from 'zod';
import { zone } from '../../infra/clock/index.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../../infra/queue/index.ts';
import type { FetchJob } from './fetching.jobs.ts';
import type { FetchLags } from './fetching.lag.ts';
import type { FetchTargets } from './fetching.ports.ts';

const key = 'recent';
const schedulePayload = z.strictObject({});
export type ScheduleJob = JobDefinition<typeof schedulePayload>;

/** What is needed to add the scheduled fetches. */
export interface Scheduling {
  jobs: Pick<JobQueueClient, 'enqueue'>;
  job: FetchJob;
  targets: Pick<FetchTargets, 'listIntegrations'>;
}

/** The job of the clock: it adds a fetch of what is new for each active integration, and logs those that are late. */
export function defineScheduleJob(scheduling: Scheduling, lags: Pick<FetchLags, 'logLate'>): ScheduleJob {
  return defineJob({
    name: 'schedule-fetches',
    queue: 'system',
    payload: schedulePayload,
    async run({ log }) {
      await lags.logLate(log);
      for (const { id } of await scheduling.targets.listIntegrations()) await enqueueRecent(scheduling, id);
    },
  });
}

// One such fetch of an integration waits or runs at a time.
async function enqueueRecent({ jobs, job }: Scheduling, integrationId: number): Promise<void> {
  const payload = { kind: 'recent' as const, integrationIds: [integrationId], force: false };
  await jobs.enqueue(job, payload, { singletonKey: `${key} ${integrationId}`, whenPresent: 'skip' });
}

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

/** Fetches what is new by the clock, or never. */
export async function startSchedule(
  jobs: JobQueueClient,
  job: ScheduleJob,
  cron: string | null,
): Promise<void> {
  if (cron === null) {
    await jobs.unschedule(job, key);
    return;
  }
  await jobs.schedule(job, cron, { tz: zone, key, payload: {} });
}

/**
 * A hub that was off for longer than an interval fetches as soon as it is back, not only at the next scheduled time.
 * `readAt` says when each integration was read; the first fetch of an integration is requested elsewhere.
 */
export async function catchUpAfterPause(
  scheduling: Scheduling,
  { readAt, now, intervalMinutes }: { readAt: ReadonlyMap<number, Date>; now: Date; intervalMinutes: number },
): Promise<void> {
  if (intervalMinutes <= 0) return;
  const isDue = (at: Date | undefined) =>
    at !== undefined && now.getTime() - at.getTime() >= intervalMinutes * 60_000;
  for (const { id } of await scheduling.targets.listIntegrations()) {
    if (isDue(readAt.get(id))) await enqueueRecent(scheduling, id);
  }
}
