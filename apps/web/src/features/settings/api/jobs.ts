import {
  clearJob,
  type JobQueue,
  listAllJobs,
  listReportDeliveries,
  listWaitingJobs,
  retryJob,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';

export type BoardQueue = Exclude<JobQueue, 'system'>;

export const boardQuery = (queue: BoardQueue) => queryFor(listAllJobs, { params: { queue } });
export const waitingQuery = (queue: BoardQueue) => queryFor(listWaitingJobs, { params: { queue } });

/** To whom the reports on the board went. */
export const deliveriesQuery = () => queryFor(listReportDeliveries, {});

interface JobOnBoard {
  id: string;
  queueQualifiedName: string;
}

/** The part of the qualified name after the colon (API-057). */
const queueOf = ({ queueQualifiedName }: JobOnBoard) =>
  queueQualifiedName.slice(queueQualifiedName.indexOf(':') + 1);

function useReload() {
  const queryClient = useQueryClient();
  // Also after a refusal: the job is no longer where it was shown. Not waited for, because its card goes with it.
  return () => {
    void queryClient.invalidateQueries({ queryKey: keyOf(listAllJobs) });
    void queryClient.invalidateQueries({ queryKey: keyOf(listWaitingJobs) });
    void queryClient.invalidateQueries({ queryKey: keyOf(listReportDeliveries) });
  };
}

export function useClearJob() {
  return useMutation({
    mutationFn: (job: JobOnBoard) => call(clearJob, { params: { queue: queueOf(job), jobId: job.id } }),
    onSettled: useReload(),
  });
}

export function useRetryJob() {
  return useMutation({
    mutationFn: (job: JobOnBoard) => call(retryJob, { params: { queue: queueOf(job), jobId: job.id } }),
    onSettled: useReload(),
  });
}
