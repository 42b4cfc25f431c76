import type { Actor } from '../../infra/access/index.ts';
import type { JobRow } from '../../infra/queue/index.ts';

/** Whose jobs an actor's lists hold: the user's id, or null for everyone's. */
export function ownerOfListedJobs(actor: Actor): string | null {
  return actor.can('jobs:manage') ? null : actor.userId;
}

export function mayReadJob(actor: Actor, job: Pick<JobRow, 'userId'>): boolean {
  return actor.can('jobs:manage') || job.userId === actor.userId;
}
