import {
  compareSession,
  countSessions,
  fetchSessions,
  getFeed,
  getSession,
  listSessions,
  mailSessions,
  type QueryInput,
  type SessionRow,
  searchSessions,
  sessionTypes,
  sumSessions,
} from '@ludus/contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** One page of the list. The page before it stays while this one loads. */
export const sessionsQuery = (query: QueryInput<typeof listSessions>) => ({
  ...queryFor(listSessions, { query }),
  placeholderData: keepPreviousData,
});

/** The count of a list that shows its rows before. */
export const sessionCountQuery = (query: QueryInput<typeof countSessions>) =>
  queryFor(countSessions, { query });

/** What all sessions of a list add up to. Not those of another filter while they load: they would stand over its rows. */
export const sessionTotalsQuery = (query: QueryInput<typeof sumSessions>) => queryFor(sumSessions, { query });

export const isFun = ({ sessionTypeId }: Pick<SessionRow, 'sessionTypeId'>): boolean =>
  sessionTypeId === sessionTypes.fun;

/** What is owed for a session; nothing for play money, whatever its platform reports. */
export const dueOf = (row: Pick<SessionRow, 'sessionTypeId' | 'due'>): number | undefined =>
  isFun(row) ? undefined : row.due;

export const sessionQuery = (id: string) => queryFor(getSession, { params: { id } });

/** The figures that the session's platform has now. */
export const platformStateQuery = (id: string) => queryFor(compareSession, { params: { id } });

export const sessionSearchQuery = (query: QueryInput<typeof searchSessions>) =>
  queryFor(searchSessions, { query });

/** The address of the platform's own page of a session's transactions. */
export const feedLinkQuery = (sessionId: string) =>
  queryFor(getFeed, { params: { sessionId }, query: { link: 'true' } });

/** Reads such an address when it is wanted. */
export function useReadFeedLink(sessionId: string) {
  const queryClient = useQueryClient();
  return async () => (await queryClient.fetchQuery(feedLinkQuery(sessionId))).url;
}

interface FetchEvents {
  onStarted: (jobId: string) => void;
  onFailed: (error: Error) => void;
}

/** Starts the job that fetches sessions from the platforms. */
export function useFetchSessions({ onStarted, onFailed }: FetchEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (query: QueryInput<typeof fetchSessions>) => call(fetchSessions, { query }),
    onSuccess: ({ jobId }) => {
      onStarted(jobId);
      return invalidate(['last-fetch']);
    },
    onError: onFailed,
  });
}

interface MailEvents {
  onSent: () => void;
  onFailed: (error: Error) => void;
}

export function useMailSessions({ onSent, onFailed }: MailEvents) {
  return useMutation({
    mutationFn: (query: QueryInput<typeof mailSessions>) => call(mailSessions, { query }),
    onSuccess: onSent,
    onError: onFailed,
  });
}
