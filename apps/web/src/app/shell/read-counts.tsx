import { useEffect } from 'react';
import { useUser } from '../../lib/auth/index.ts';
import { type Counts, keptCounts } from './counts.ts';
import { useUnseenNotifications } from './notifications.ts';
import {
  useOpenIncidents,
  useOpenRequests,
  useOpenTickets,
  useTicketsToAnswer,
  useWaitingChanges,
  useWaitingStatements,
} from './open-counts.ts';

/** Reads how much waits behind the entries of the navigation, and keeps it. Shows nothing. */
export function ReadCounts({ pathname }: { pathname: string }) {
  const { userId } = useUser();
  // What is not known yet leaves what was read before.
  const read = JSON.stringify({
    notifications: useUnseenNotifications(pathname),
    tickets: useOpenTickets(),
    toAnswer: useTicketsToAnswer(),
    requests: useOpenRequests(),
    statements: useWaitingStatements(),
    alerts: useOpenIncidents(),
    approvals: useWaitingChanges(),
  } satisfies Counts);
  useEffect(
    () => keptCounts.set(([of, before]) => [userId, { ...(of === userId && before), ...JSON.parse(read) }]),
    [userId, read],
  );
  return null;
}
