import type { Ticket } from '@ludus/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import { sessionQuery } from '../../../domain/session/sessions.ts';
import { ticketLinksQuery } from '../../../domain/ticket/ticket-links.ts';
import styles from './open-sessions-note.module.css';

const afresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/**
 * In the question before a ticket is closed: which of its sessions are still open and since when, and which of the closed ones have
 * changed since the ticket was opened. They are read when it asks. Nothing holds the closing up: a session that can't be read is left out.
 */
export function OpenSessionsNote({
  ticket: { id, sessionId, createdAt },
}: {
  ticket: Pick<Ticket, 'id' | 'sessionId' | 'createdAt'>;
}) {
  const { t } = useTranslation('tickets');
  const links = useQuery(ticketLinksQuery(id)).data?.rows ?? [];
  const linked = links.flatMap(({ kind, ref }) => (kind === 'session' ? [ref] : []));
  const ids = [...new Set([...(sessionId === null ? [] : [sessionId]), ...linked])];
  const sessions = useQueries({ queries: ids.map((one) => ({ ...sessionQuery(one), ...afresh })) })
    // What was read before may be outdated: only what has been read now is said.
    .flatMap(({ data, isFetchedAfterMount }) => (data && isFetchedAfterMount ? [data] : []));
  const said = sessions.filter(
    ({ isOpen, updatedAt }) => isOpen || Date.parse(updatedAt) > Date.parse(createdAt),
  );
  if (said.length === 0) return null;
  return (
    <ul className={styles.list} role="status">
      {said.map((session) => (
        <li key={session.id} className={styles.item} data-open={session.isOpen || undefined}>
          {session.isOpen && <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />}
          <span>
            {session.isOpen
              ? t('sessionStillOpen', { id: session.sessionId, since: session.createdAt })
              : t('sessionChangedSince', { id: session.sessionId, at: session.updatedAt })}{' '}
            <InternalLink
              href={`/session/${session.id}`}
              aria-label={t('sessionOpen', { id: session.sessionId })}
            >
              {t('sessionOpenIt')}
            </InternalLink>
          </span>
        </li>
      ))}
    </ul>
  );
}
