import type { SessionRow } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery, sessionSearchQuery } from '../../domain/session/sessions.ts';
import { ApiError } from '../../lib/api/error.ts';
import { toast } from '../../lib/toast.tsx';

/** The hub's own id of a session. */
const isHubSessionId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** What the form needs of a session. */
export type ChosenSession = Pick<
  SessionRow,
  | 'id'
  | 'sessionId'
  | 'aamsTicketId'
  | 'integration'
  | 'game'
  | 'userId'
  | 'isOpen'
  | 'externalUpdatedAt'
  | 'sessionTypeId'
>;

export type SessionState =
  | { kind: 'none'; text: string; problem?: string | undefined }
  | { kind: 'loading'; text: string }
  | { kind: 'several'; text: string; found: readonly ChosenSession[] }
  | { kind: 'chosen'; session: ChosenSession };

/** The session a ticket is about: given by the address, or found by any of its ids. */
export function useSessionChoice(givenId: string | null) {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const [state, setState] = useState<SessionState>(
    givenId === null ? { kind: 'none', text: '' } : { kind: 'loading', text: givenId },
  );
  const latestRequest = useRef(0);

  /** Answers the session when there is just one. */
  async function read(
    text: string,
    find: () => Promise<readonly ChosenSession[]>,
  ): Promise<ChosenSession | null> {
    const own = ++latestRequest.current;
    setState({ kind: 'loading', text });
    try {
      const found = await find();
      if (own !== latestRequest.current) return null;
      const [first, ...others] = found;
      if (first !== undefined && others.length === 0) {
        setState({ kind: 'chosen', session: first });
        return first;
      }
      if (first === undefined) setState({ kind: 'none', text, problem: t('noSession') });
      else setState({ kind: 'several', text, found });
    } catch (error) {
      if (own !== latestRequest.current) return null;
      const isMissing = error instanceof ApiError && [404, 422].includes(error.status);
      if (!isMissing) toast('error', t('sessionFailed'));
      setState({ kind: 'none', text, problem: isMissing ? t('noSession') : t('sessionFailed') });
    }
    return null;
  }

  const readGiven = (id: string) => read(id, async () => [await client.fetchQuery(sessionQuery(id))]);

  const readHub = async (id: string): Promise<readonly ChosenSession[]> => {
    try {
      return [await client.fetchQuery(sessionQuery(id))];
    } catch (error) {
      if (error instanceof ApiError && [404, 422].includes(error.status)) return [];
      throw error;
    }
  };

  const search = (relatedId: string) =>
    client.fetchQuery(sessionSearchQuery({ relatedId, searchType: 'sessionId' }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each address
  useEffect(() => {
    if (givenId !== null) void readGiven(givenId);
  }, [givenId]);

  return {
    state,
    /** Whether it is, or is to be, the session of the address: that one stays. */
    isGiven: (state.kind === 'chosen' ? state.session.id : state.text) === givenId,
    type: (text: string) => {
      latestRequest.current += 1;
      setState({ kind: 'none', text });
    },
    /** Looks up what was typed; null unless it is the id of one session. */
    async find(): Promise<ChosenSession | null> {
      if (state.kind !== 'none') return null;
      const text = state.text.trim();
      if (text === givenId) return readGiven(text);
      if (text === '') return null;
      return read(text, async () => {
        const found = await search(text);
        if (found.length > 0) return found;
        // Ticket ids are written in capitals; who copies one by hand may not.
        const capitals = text.toUpperCase();
        const again = capitals === text ? [] : await search(capitals);
        // Where a session has no ticket id, screens show the one of the hub.
        return again.length > 0 || !isHubSessionId(text) ? again : readHub(text);
      });
    },
    /** Says that there must be one. */
    require: (problem: string) => setState((now) => (now.kind === 'none' ? { ...now, problem } : now)),
    choose: (session: ChosenSession) => setState({ kind: 'chosen', session }),
    clear: () => setState({ kind: 'none', text: '' }),
  };
}

export type SessionChoice = ReturnType<typeof useSessionChoice>;
