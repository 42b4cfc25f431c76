import { getJob, type Job, type Message } from '@ludus/contract';
import { ApiError, call } from '../../lib/api/index.ts';
import { errorText } from './job-messages.ts';
import { jobStore } from './jobs.ts';

/** The end of a job that failed or was cancelled, in the reader's language. */
export class JobError extends Error {
  readonly detail: Message | undefined;

  constructor(job: Job) {
    super(errorText(job) ?? job.state);
    this.name = 'JobError';
    this.detail = job.errorDetail;
  }
}

/** How often the job itself is read: its end is also found when no event of it arrives. */
const askEveryMs = 4000;

/** Waits for the widget's next state of this job, at most until the job is read again. */
function nextSign(jobId: string): { given: Promise<void>; forget(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, askEveryMs);
  const stop = jobStore.subscribe(() => {
    const { jobId: shown, status } = jobStore.get();
    if (shown === jobId && (status === 'ended' || status === 'error')) resolve();
  });
  const forget = () => {
    clearTimeout(timer);
    stop();
  };
  return { given: promise, forget };
}

/**
 * Resolves when a job has completed and rejects when it failed, was cancelled or no longer exists. The socket makes it quick; a
 * lost socket or a hub that is away for a moment only makes it slower.
 */
export async function waitForJob(jobId: string): Promise<void> {
  for (;;) {
    // Listened to before the job is read: its end may be published while an older response is on the way.
    const sign = nextSign(jobId);
    try {
      const job = await call(getJob, { params: { id: jobId } }).catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return null;
        throw error;
      });
      if (job?.state === 'completed') return;
      if (job?.state === 'failed' || job?.state === 'cancelled') throw new JobError(job);
      await sign.given;
    } finally {
      sign.forget();
    }
  }
}
