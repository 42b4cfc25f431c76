import {
  clearJob,
  type JobQueue,
  listAllJobs,
  listReportDeliveries,
  listWaitingJobs,
  retryJob,
} from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

export type BoardQueue = Exclude<JobQueue, 'system'>;

export const boardQuery = (queue: BoardQueue) => queryFor(listAllJobs, { params: { queue } });
export const waitingQuery = (queue: BoardQueue) => queryFor(listWaitingJobs, { params: { queue } });

/** To whom the reports on the board went. */
export const deliveriesQuery = () => queryFor(listReportDeliveries, {});

interface JobOnBoard {
  id: string;
  queueQualifiedName: string;
}

/** The part of the qualified name after the colon. */
const queueOf = ({ queueQualifiedName }: JobOnBoard) =>
  queueQualifiedName.slice(queueQualifiedName.indexOf(':') + 1);

function useReload() {
  const invalidate = useInvalidateTags();
  // Also after a refusal: the job is no longer where it was shown. Not waited for, because its card goes with it.
  return () => void invalidate(['jobs']);
}

/** What is shown of the outcome, also when an event has taken the card of the job away before the response arrives. */
interface Outcome {
  onDone: () => void;
  onFailed: (error: Error) => void;
}

export function useClearJob({ onDone, onFailed }: Outcome) {
  return useMutation({
    mutationFn: (job: JobOnBoard) => call(clearJob, { params: { queue: queueOf(job), jobId: job.id } }),
    onSuccess: onDone,
    onError: onFailed,
    onSettled: useReload(),
  });
}

export function useRetryJob({ onDone, onFailed }: Outcome) {
  return useMutation({
    mutationFn: (job: JobOnBoard) => call(retryJob, { params: { queue: queueOf(job), jobId: job.id } }),
    onSuccess: onDone,
    onError: onFailed,
    onSettled: useReload(),
  });
}
