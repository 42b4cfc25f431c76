import { z } from 'zod';
import { zone } from '../../infra/clock/index.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../../infra/queue/index.ts';

const payload = z.strictObject({});
export type RtpMonitorJob = JobDefinition<typeof payload>;

/**
 * Opens a case of each confirmed alert. The windows end with yesterday, so that most runs of a day find what the first found; late
 * fetches and corrections are found within the hour.
 */
export function defineRtpMonitorJob(
  run: () => Promise<{ opened: number; open: number; caseIds: number[] }>,
): RtpMonitorJob {
  return defineJob({
    name: 'check-rtp',
    queue: 'system',
    payload,
    options: { retries: 2, retryDelaySeconds: 60 },
    async run({ log, summarise }) {
      const { caseIds, ...found } = await run();
      summarise(found);
      if (found.opened > 0) log.warn({ ...found, caseIds }, 'games pay otherwise than they promise');
    },
  });
}

const hourMs = 3_600_000;
const minutePast = 25;

/** When the schedule comes round next; Rome's hours begin with those of UTC. */
export function nextCheck(now: Date): Date {
  const pastMs = minutePast * 60_000;
  return new Date((Math.floor((now.getTime() - pastMs) / hourMs) + 1) * hourMs + pastMs);
}

export async function startRtpMonitor(jobs: JobQueueClient, job: RtpMonitorJob): Promise<void> {
  await jobs.schedule(job, `${minutePast} * * * *`, { tz: zone, key: 'hourly', payload: {} });
}
