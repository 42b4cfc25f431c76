import type { Job } from '@ludus/contract';
import { type JobRow, shownPayload } from '../../infra/queue/index.ts';

/** A job as board and widget see it. */
export function toJob(job: JobRow, now: Date): Job {
  return {
    id: job.id,
    name: job.name,
    state: job.state,
    queueQualifiedName: `hub:${job.queue}`,
    data: { ...shownPayload(job.data), userId: job.userId },
    username: job.username,
    progress: {
      percentage: job.percentage,
      message: job.message,
      ...(job.messageDetail === null ? {} : { detail: job.messageDetail }),
    },
    summary: job.summary,
    integrations: job.integrations,
    error: job.error,
    ...(job.errorDetail === null ? {} : { errorDetail: job.errorDetail }),
    timestamp: job.createdAt.toISOString(),
    processedOn: job.startedAt?.toISOString() ?? null,
    finishedOn: job.finishedAt?.toISOString() ?? null,
    delay: job.state === 'delayed' ? Math.max(0, job.startAfter.getTime() - now.getTime()) : 0,
    ...(job.state === 'delayed' ? { startsAt: job.startAfter.toISOString() } : {}),
  };
}
