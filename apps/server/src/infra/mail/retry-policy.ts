import type { JobOptions } from '../queue/index.ts';

/** Jobs that only mail go on for about two days while the mail server is away: half an hour apart after the first half hour. */
export const mailRetryPolicy = {
  retries: 100,
  retryDelaySeconds: 15,
  longestRetryDelaySeconds: 1_800,
} as const satisfies JobOptions;
