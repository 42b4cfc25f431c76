import {
  getLastFetch,
  type Job,
  listAllJobs,
  type RealtimeEventName,
  type RealtimeEvents,
} from '@ludus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { dispatchJob } from '../domain/job/jobs.ts';
import { invalidateTags, keyOf } from '../lib/api/index.ts';

/** Marks what an event concerns as out of date. The data itself is read through the API, where rights are checked again. */
export function applyEvent<Name extends RealtimeEventName>(
  queryClient: QueryClient,
  userId: string,
  name: Name,
  data: RealtimeEvents[Name],
): void {
  const at = Date.now();
  if (name === 'job-progress') {
    const event = data as RealtimeEvents['job-progress'];
    dispatchJob({ type: 'progress', event, userId, at });
    updateBoard(queryClient, event);
  } else if (name === 'job-error') {
    dispatchJob({ type: 'failed', event: data as RealtimeEvents['job-error'], userId });
    void invalidateTags(queryClient, ['jobs', 'last-fetch']);
  } else if (name === 'job-completed') {
    // A fetch publishes its sessions before its job has ended: only now the indicator can go for good.
    void invalidateTags(queryClient, ['jobs', 'last-fetch']);
  } else if (name === 'fetch-sessions-updated') {
    const { dateTime } = data as RealtimeEvents['fetch-sessions-updated'];
    // Shows the date and ends the indicator at once. It is read as well, because another fetch may still run.
    queryClient.setQueryData([getLastFetch.id, {}], { dateTime, isFetching: false });
    void invalidateTags(queryClient, ['sessions', 'last-fetch']);
  } else {
    const { topic } = data as RealtimeEvents['changed'];
    void invalidateTags(queryClient, [topic]);
  }
}

type BoardLists = Record<'active' | 'waiting' | 'completed' | 'delayed' | 'failed', Job[]>;

/** Progress moves the card that is there; a job that begins is in another column than before. */
function updateBoard(queryClient: QueryClient, event: RealtimeEvents['job-progress']): void {
  if (event.type === 'start') {
    void invalidateTags(queryClient, ['jobs']);
    return;
  }
  queryClient.setQueriesData<BoardLists>({ queryKey: keyOf(listAllJobs) }, (board) => {
    if (!board?.active.some(({ id }) => id === event.jobId)) return board;
    const { summary } = event.data as { summary?: Job['summary'] };
    const active = board.active.map((job) =>
      job.id === event.jobId
        ? { ...job, progress: event.progress, ...(summary === undefined ? {} : { summary }) }
        : job,
    );
    return { ...board, active };
  });
}
