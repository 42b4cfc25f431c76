import {
  type BodyInput,
  closeOpenSessions,
  countOpenSessions,
  exportOpenSessions,
  getSessionRun,
  listOpenSessions,
  mostOpenSessions,
  type QueryInput,
  refreshOpenSessions,
  type SessionRun,
  type SessionRunAction,
} from '@ludus/contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

type OpenQuery = QueryInput<typeof listOpenSessions>;

/** Open sessions by integration and age, and their bets. */
export const openCountsQuery = (query: QueryInput<typeof countOpenSessions>) => ({
  ...queryFor(countOpenSessions, { query }),
  placeholderData: keepPreviousData,
});

/** One page of open sessions. The page before it stays while this one loads. */
export const openSessionsQuery = (query: OpenQuery) => ({
  ...queryFor(listOpenSessions, { query }),
  placeholderData: keepPreviousData,
});

/** Reads the ids of all that match when they are wanted: as many as one job takes. */
export function useReadOpenIds() {
  const queryClient = useQueryClient();
  return async (query: Omit<OpenQuery, 'page' | 'limit'>): Promise<string[]> => {
    const all = queryFor(listOpenSessions, { query: { ...query, page: 1, limit: mostOpenSessions } });
    const { rows } = await queryClient.fetchQuery({ ...all, staleTime: 0 });
    return rows.map(({ id }) => id);
  };
}

const runRefreshMs = 1500;

export const isRunUnderWay = ({ state }: Pick<SessionRun, 'state'>) =>
  state === 'waiting' || state === 'delayed' || state === 'active';

/** What a job has done to each of its sessions; asked again while it runs. */
export const sessionRunQuery = (jobId: string) => ({
  ...queryFor(getSessionRun, { params: { id: jobId } }),
  refetchInterval: ({ state: { data } }: { state: { data?: SessionRun | undefined } }) =>
    data === undefined || isRunUnderWay(data) ? runRefreshMs : (false as const),
});

interface RunEvents {
  onStarted: (jobId: string, action: SessionRunAction) => void;
  onFailed: (error: Error) => void;
}

/** Starts the job that refreshes or closes many sessions. */
export function useStartSessionRun({ onStarted, onFailed }: RunEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: ({ action, ids }: { action: SessionRunAction; ids: string[] }) =>
      call(action === 'refresh' ? refreshOpenSessions : closeOpenSessions, { body: { ids } }),
    onSuccess: ({ jobId }, { action }) => {
      onStarted(jobId, action);
      return invalidate(['jobs']);
    },
    onError: onFailed,
  });
}

/** Makes the text file for an outage of the central system. */
export const requestOpenSessionsFile = (body: BodyInput<typeof exportOpenSessions>) =>
  call(exportOpenSessions, { body });
