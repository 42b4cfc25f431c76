import { listNotifications } from '@ludus/contract';
import { noop, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';

const refreshAfterMs = 60_000;
const notificationsQuery = () => ({ ...queryFor(listNotifications, {}), staleTime: refreshAfterMs });

/** Refresh when nothing is loading and the last refresh is older than a minute. Returns whether it called. */
export function refreshNotifications(queryClient: QueryClient, now = Date.now()): boolean {
  const options = notificationsQuery();
  const state = queryClient.getQueryState(options.queryKey);
  if (state?.fetchStatus === 'fetching') return false;
  const last = Math.max(state?.dataUpdatedAt ?? 0, state?.errorUpdatedAt ?? 0);
  if (last > 0 && now - last <= refreshAfterMs) return false;
  // No one is bothered with a failure.
  void queryClient.fetchQuery({ ...options, staleTime: 0, retry: false }).catch(noop);
  return true;
}

/** Looks for new notifications on every navigation. Returns how many are unseen, undefined until it is known. */
export function useUnseenNotifications(pathname: string): number | undefined {
  const queryClient = useQueryClient();
  const mayRead = useCan('notifications:read');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the navigation
  useEffect(() => {
    if (mayRead) refreshNotifications(queryClient);
  }, [pathname, mayRead, queryClient]);
  // Reads again when an event or a new connection says so; only age is checked on navigation.
  const { data } = useQuery({
    ...notificationsQuery(),
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return mayRead ? data?.filter((notification) => !notification.seen).length : 0;
}
