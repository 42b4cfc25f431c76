import { z } from 'zod';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { Restating } from './period-close.restate.ts';

const payload = z.strictObject({});
export type RestateJob = JobDefinition<typeof payload>;

/** Every so many minutes: a fetch that has just ended is restated before the next one. */
export const restateCron = '*/5 * * * *';

/** Compares the closed months that sessions were written to with their copies. It reads only what was written since the last time. */
export function defineRestateJob(restating: Pick<Restating, 'restateAll'>): RestateJob {
  return defineJob({
    name: 'restate-periods',
    queue: 'system',
    payload,
    options: { retries: 2, retryDelaySeconds: 30 },
    async run({ log, summarise }) {
      const lines = await restating.restateAll();
      summarise({ lines });
      if (lines > 0) log.info({ lines }, 'closed months were restated');
    },
  });
}
