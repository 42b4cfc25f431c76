import {
  endpoints,
  getLastFetch,
  getServiceHistory,
  type Job,
  listActiveJobs,
  listAllJobs,
  listReportDeliveries,
  listServiceStatuses,
  listWaitingJobs,
  type RealtimeEventName,
  type RealtimeEvents,
} from '@ludus/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keyOf } from '../lib/api/index.ts';
import { dispatchJob } from '../lib/jobs.ts';

function idsOfTags(...tags: string[]): ReadonlySet<unknown> {
  return new Set(endpoints.filter((endpoint) => tags.includes(endpoint.tag)).map((endpoint) => endpoint.id));
}

/** Everything that shows figures or sessions: refreshed when a fetch ends. */
const bookkeepingIds = idsOfTags('sessions', 'statistics');

const topicIds: Record<RealtimeEvents['changed']['topic'], ReadonlySet<unknown>> = {
  notifications: idsOfTags('notifications'),
  integrations: idsOfTags('integrations'),
  games: idsOfTags('games'),
  certificates: idsOfTags('certificates', 'games'),
  maintenances: idsOfTags('maintenances'),
  sessions: bookkeepingIds,
  services: new Set([listServiceStatuses.id, getServiceHistory.id]),
  tickets: idsOfTags('tickets'),
  users: idsOfTags('users'),
  'mailing-list': idsOfTags('mailing list'),
};

function startsWithOneOf(ids: ReadonlySet<unknown>) {
  return ({ queryKey }: { queryKey: QueryKey }) => ids.has(queryKey[0]);
}

/** What each event makes stale. The data itself is read through the API, where rights are checked again. */
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
    followOnBoard(queryClient, event);
  } else if (name === 'job-error') {
    dispatchJob({ type: 'failed', event: data as RealtimeEvents['job-error'], userId });
    reloadBoard(queryClient);
    void queryClient.invalidateQueries({ queryKey: keyOf(listActiveJobs) });
    void queryClient.invalidateQueries({ queryKey: keyOf(getLastFetch) });
  } else if (name === 'job-completed') {
    reloadBoard(queryClient);
    void queryClient.invalidateQueries({ queryKey: keyOf(listActiveJobs) });
    // A fetch announces its books before it is itself over: only now the indicator can go for good.
    void queryClient.invalidateQueries({ queryKey: keyOf(getLastFetch) });
  } else if (name === 'fetch-sessions-updated') {
    const { dateTime } = data as RealtimeEvents['fetch-sessions-updated'];
    // RT-05: the date changes and the indicator ends at once; another fetch may still run, so it is asked for as well.
    queryClient.setQueryData([getLastFetch.id, {}], { dateTime, isFetching: false });
    void queryClient.invalidateQueries({ queryKey: keyOf(getLastFetch) });
    void queryClient.invalidateQueries({ predicate: startsWithOneOf(bookkeepingIds) });
  } else {
    const { topic } = data as RealtimeEvents['changed'];
    void queryClient.invalidateQueries({ predicate: startsWithOneOf(topicIds[topic]) });
  }
}

type BoardLists = Record<'active' | 'waiting' | 'completed' | 'delayed' | 'failed', Job[]>;

/** JOBS-23: progress moves the card that is there; a job that begins is in another column than before. */
function followOnBoard(queryClient: QueryClient, event: RealtimeEvents['job-progress']): void {
  if (event.type === 'start') {
    reloadBoard(queryClient);
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

function reloadBoard(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(listAllJobs) });
  void queryClient.invalidateQueries({ queryKey: keyOf(listReportDeliveries) });
  void queryClient.invalidateQueries({ queryKey: keyOf(listWaitingJobs) });
}
