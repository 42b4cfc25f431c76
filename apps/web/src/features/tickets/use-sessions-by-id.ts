import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sessionSearchQuery } from '../../domain/session/sessions.ts';
import { useCan } from '../../lib/auth/index.ts';

const none: ReadonlySet<string> = new Set();

/** One word with a figure in it, longer than the number of a ticket. */
const isSessionIdLike = (text: string) => /^(?=.*\d)[^\s#]{6,}$/.test(text);

/**
 * The hub's ids of the sessions that have this id, whichever it is. Tickets keep the hub's id of their session and its external
 * ticket id; the platform's session id and the external one are known only to the session store.
 */
export function useSessionsById(text: string | undefined): ReadonlySet<string> {
  const relatedId = text?.trim() ?? '';
  const enabled = useCan('sessions:read') && isSessionIdLike(relatedId);
  const { data } = useQuery({ ...sessionSearchQuery({ relatedId, searchType: 'sessionId' }), enabled });
  return useMemo(() => (data === undefined ? none : new Set(data.map(({ id }) => id))), [data]);
}
