import { getJob } from '@ludus/contract';
import { ApiError, call } from './api/index.ts';
import { jobStore } from './jobs.ts';

/** How often the job itself is asked for: its end is also found when no event of it arrives. */
const askEveryMs = 4000;

/** Waits from now on for the widget's word on this job, and no longer than until the job is asked for again. */
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
 * Resolves when a job has completed and rejects when it failed, was cancelled or is gone. The socket makes it quick; a
 * lost socket or a hub that is away for a moment only makes it slower.
 */
export async function endOfJob(jobId: string): Promise<void> {
  for (;;) {
    // Listened to before the job is asked for: its end may be told while an older answer is on the way.
    const sign = nextSign(jobId);
    try {
      const job = await call(getJob, { params: { id: jobId } }).catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return null;
        throw error;
      });
      if (job?.state === 'completed') return;
      if (job?.state === 'failed' || job?.state === 'cancelled') throw new Error(job.error ?? job.state);
      await sign.given;
    } finally {
      sign.forget();
    }
  }
}
