import { listNotifications } from '@ludus/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';

const refreshAfterMs = 60_000;
const notificationsQuery = () => ({ ...queryFor(listNotifications, {}), staleTime: refreshAfterMs });

/** NAV-29: refresh when nothing is loading and the last refresh is older than a minute. Answers whether it called. */
export function refreshNotifications(queryClient: QueryClient, now = Date.now()): boolean {
  const options = notificationsQuery();
  const state = queryClient.getQueryState(options.queryKey);
  if (state?.fetchStatus === 'fetching') return false;
  const last = Math.max(state?.dataUpdatedAt ?? 0, state?.errorUpdatedAt ?? 0);
  if (last > 0 && now - last <= refreshAfterMs) return false;
  void queryClient.fetchQuery({ ...options, staleTime: 0, retry: false }).catch((error: unknown) => {
    // ERR-004: nobody is bothered with it.
    console.warn('The notifications could not be read.', error);
  });
  return true;
}

/** Looks for new notifications on every navigation, and answers how many are unseen. */
export function useUnseenNotifications(pathname: string): number {
  const queryClient = useQueryClient();
  const mayRead = useCan('notifications:read');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the navigation
  useEffect(() => {
    if (mayRead) refreshNotifications(queryClient);
  }, [pathname, mayRead, queryClient]);
  // Reads again when an event or a new connection says so; age alone is looked at on navigation (NAV-29).
  const { data } = useQuery({
    ...notificationsQuery(),
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data?.filter((notification) => !notification.seen).length ?? 0;
}
