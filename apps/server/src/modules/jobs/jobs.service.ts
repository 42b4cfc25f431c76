import type { Job, JobQueue } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { toJob } from './jobs.mapper.ts';
import { mayReadJob, ownerOfListedJobs } from './jobs.policy.ts';
import { findJob, listOpenJobs } from './jobs.repo.ts';

/** Looking at background jobs. */
export interface JobsService {
  /** Jobs that run or wait: the actor's own, everybody's for those who manage jobs (OPEN-61). */
  listActive(actor: Actor, queue: JobQueue): Promise<Job[]>;
  /** @throws NotFoundError when there is none, or when it is somebody else's */
  get(actor: Actor, id: string): Promise<Job>;
}

export function createJobsService({ postgres, clock }: { postgres: Postgres; clock: Clock }): JobsService {
  return {
    async listActive(actor, queue) {
      const now = clock.now();
      const jobs = await listOpenJobs(postgres.db, { queue, userId: ownerOfListedJobs(actor) }, now);
      return jobs.map((job) => toJob(job, now));
    },
    async get(actor, id) {
      const now = clock.now();
      const job = await findJob(postgres.db, id, now);
      if (job === null || !mayReadJob(actor, job)) throw new NotFoundError('Job not found.');
      return toJob(job, now);
    },
  };
}
