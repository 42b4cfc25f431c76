import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { job, publicQueue, queueInPath } from './schema.ts';

/** How many jobs of a state a list of open jobs holds at most. */
export const mostOpenJobs = 200;

/** Those that come first, {@link mostOpenJobs} at most. */
export const listWaitingJobs = endpoint({
  id: 'listWaitingJobs',
  method: 'GET',
  path: '/jobs/waiting/:queue',
  access: 'jobs:manage',
  tag: 'jobs',
  summary: 'Jobs that wait their turn',
  params: z.strictObject({ queue: publicQueue }),
  response: z.array(job),
});

/**
 * Open jobs in the order they came or are due, the first 200 of each state; `more` counts those that are left out. Completed and
 * failed ones newest first, the last 100 of each; a failed one that was run again is left out. A
 * completed fetch in which a platform failed is among the failed ones.
 */
export const listAllJobs = endpoint({
  id: 'listAllJobs',
  method: 'GET',
  path: '/jobs/all/:queue',
  access: 'jobs:manage',
  tag: 'jobs',
  summary: 'Jobs of a queue by state',
  params: z.strictObject({ queue: publicQueue }),
  response: z.strictObject({
    active: z.array(job),
    waiting: z.array(job),
    completed: z.array(job),
    delayed: z.array(job),
    failed: z.array(job),
    more: z.strictObject({
      active: z.int().nonnegative(),
      waiting: z.int().nonnegative(),
      delayed: z.int().nonnegative(),
    }),
  }),
});

/** 409 for a job that does not wait. `queue` also as `hub:reports`. */
export const clearJob = endpoint({
  id: 'clearJob',
  method: 'POST',
  path: '/jobs/clear/:queue/:jobId',
  access: 'jobs:manage',
  tag: 'jobs',
  summary: 'Take a waiting job out of its queue',
  params: z.strictObject({ queue: queueInPath, jobId: z.uuid() }),
  response: z.null(),
  failures: [404, 409],
});

/** Runs a failed job again, as a new job with the same task. 409 for a job that has not failed, or was run again. */
export const retryJob = endpoint({
  id: 'retryJob',
  method: 'POST',
  path: '/jobs/retry/:queue/:jobId',
  access: 'jobs:manage',
  tag: 'jobs',
  summary: 'Run a failed job again',
  params: z.strictObject({ queue: queueInPath, jobId: z.uuid() }),
  response: job,
  failures: [404, 409],
});

export const jobBoardEndpoints = [listWaitingJobs, listAllJobs, clearJob, retryJob] as const;
