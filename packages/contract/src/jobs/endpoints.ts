import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { job, publicQueue } from './schema.ts';

/** The caller's own jobs that run or wait their turn; everyone's for ludus_admin. */
export const listActiveJobs = endpoint({
  id: 'listActiveJobs',
  method: 'GET',
  path: '/jobs/active/:queue',
  access: 'signed-in',
  tag: 'jobs',
  summary: 'Jobs under way',
  params: z.strictObject({ queue: publicQueue }),
  response: z.array(job),
});

/** The state of one job: the caller's own, or anyone's for ludus_admin; how a client catches up after a lost socket. */
export const getJob = endpoint({
  id: 'getJob',
  method: 'GET',
  path: '/jobs/:id',
  access: 'signed-in',
  tag: 'jobs',
  summary: 'One job',
  params: z.strictObject({ id: z.uuid() }),
  response: job,
  failures: [404],
});

export const jobEndpoints = [listActiveJobs, getJob] as const;
