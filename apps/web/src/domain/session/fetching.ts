import { getLastFetch } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../lib/api/index.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import { isUnderWay, jobStore } from '../job/jobs.ts';

/** When sessions were last fetched, and whether a fetch runs. */
export const lastFetchQuery = () => ({
  ...queryFor(getLastFetch, {}),
  // Other people's fetches announce only their end: while one runs, ask now and then whether it still does.
  refetchInterval: (query: { state: { data?: { isFetching: boolean } | undefined } }) =>
    query.state.data?.isFetching ? 10_000 : (false as const),
});

/** Whether sessions are being fetched, by the own job's events or by what the API last said; how far, only of the own job. */
export function useFetching(): { isFetching: boolean; percentage: number | null } {
  const { data } = useQuery(lastFetchQuery());
  const job = usePersistent(jobStore);
  const isOwn = isUnderWay(job) && job.name.startsWith('fetch');
  return {
    isFetching: isOwn || (data?.isFetching ?? false),
    percentage: isOwn && job.status === 'running' ? job.percentage : null,
  };
}
