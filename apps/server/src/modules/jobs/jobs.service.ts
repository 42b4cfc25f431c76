import { type Job, type JobQueue, type listAllJobs, messageOf, type ResponseOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { JobQueueClient, JobRow } from '../../infra/queue/index.ts';
import { toJob } from './jobs.mapper.ts';
import { mayReadJob, ownerOfListedJobs } from './jobs.policy.ts';
import { type BoardJobs, findJob, listBoard, listOpenJobs } from './jobs.repo.ts';

/** Lists, removes and retries background jobs. */
export interface JobsService {
  /** Jobs that run or wait: the actor's own, everyone's for those who manage jobs. */
  listActive(actor: Actor, queue: JobQueue): Promise<Job[]>;
  /** @throws NotFoundError when there is none, or when it is someone else's */
  get(actor: Actor, id: string): Promise<Job>;
  listWaiting(queue: JobQueue): Promise<Job[]>;
  /** What the board shows. */
  listBoard(queue: JobQueue): Promise<ResponseOf<typeof listAllJobs>>;
  /** @throws NotFoundError when that queue has no such job, ConflictError when it does not wait (any more) */
  clear(queue: JobQueue, id: string): Promise<void>;
  /** @throws NotFoundError when that queue has no such job, ConflictError when it has not failed or was run again */
  retry(queue: JobQueue, id: string): Promise<Job>;
}

export interface JobsDeps {
  postgres: Pick<Postgres, 'db'>;
  clock: Clock;
  jobs: Pick<JobQueueClient, 'cancel' | 'retry'>;
}

export function createJobsService({ postgres, clock, jobs }: JobsDeps): JobsService {
  async function findIn(queue: JobQueue, id: string): Promise<JobRow> {
    const job = await findJob(postgres.db, id, clock.now());
    if (job === null || job.queue !== queue) throw new NotFoundError(messageOf('refusals.jobNotFound'));
    return job;
  }

  return {
    async listActive(actor, queue) {
      const now = clock.now();
      const jobs = await listOpenJobs(postgres.db, { queue, userId: ownerOfListedJobs(actor) }, now);
      return jobs.map((job) => toJob(job, now));
    },
    async get(actor, id) {
      const now = clock.now();
      const job = await findJob(postgres.db, id, now);
      if (job === null || !mayReadJob(actor, job)) throw new NotFoundError(messageOf('refusals.jobNotFound'));
      return toJob(job, now);
    },
    async listWaiting(queue) {
      const now = clock.now();
      return (await listBoard(postgres.db, queue, now)).jobs.waiting.map((job) => toJob(job, now));
    },
    async listBoard(queue) {
      const now = clock.now();
      const { jobs: board, more } = await listBoard(postgres.db, queue, now);
      const shown = (state: keyof BoardJobs) => board[state].map((job) => toJob(job, now));
      return {
        active: shown('active'),
        waiting: shown('waiting'),
        completed: shown('completed'),
        delayed: shown('delayed'),
        failed: shown('failed'),
        more,
      };
    },
    async clear(queue, id) {
      const { state } = await findIn(queue, id);
      // It may start between the check and the removal: then nothing is removed.
      if (state !== 'waiting' || !(await jobs.cancel(id))) {
        throw new ConflictError(messageOf('refusals.jobNotWaiting'));
      }
    },
    async retry(queue, id) {
      await findIn(queue, id);
      const added = await jobs.retry(id);
      if (added === null) throw new ConflictError(messageOf('refusals.jobNotRetryable'));
      const now = clock.now();
      const job = await findJob(postgres.db, added, now);
      if (job === null) throw new Error('A job has vanished as it was added.');
      return toJob(job, now);
    },
  };
}
