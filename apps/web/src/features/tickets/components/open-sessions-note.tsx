import type { Ticket } from '@ludus/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import { sessionQuery } from '../../../domain/session/sessions.ts';
import { ticketLinksQuery } from '../../../domain/ticket/ticket-links.ts';
import styles from './open-sessions-note.module.css';

const afresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/**
 * In the question before a ticket is closed: which of its sessions are still open and since when, and which of the closed ones have
 * changed since the ticket was opened. Nothing holds the closing up: a session that can't be read is left out.
 */
export function OpenSessionsNote({
  ticket: { id, sessionId, createdAt },
}: {
  ticket: Pick<Ticket, 'id' | 'sessionId' | 'createdAt'>;
}) {
  const links = useQuery(ticketLinksQuery(id)).data?.rows ?? [];
  const linked = links.flatMap(({ kind, ref }) => (kind === 'session' ? [ref] : []));
  const ids = [...new Set([...(sessionId === null ? [] : [sessionId]), ...linked])];
  return (
    <ul className={styles.list} role="status">
      {ids.map((one) => (
        <SessionLine key={one} id={one} since={createdAt} />
      ))}
    </ul>
  );
}

/** A query of its own for each session: `useQueries` would weigh on what every screen loads first. */
function SessionLine({ id, since }: { id: string; since: string }) {
  const { t } = useTranslation('tickets');
  const { data: session, isFetchedAfterMount } = useQuery({ ...sessionQuery(id), ...afresh });
  // What was read before may be outdated: only what has been read now is said.
  if (!session || !isFetchedAfterMount) return null;
  const { isOpen, sessionId, createdAt, updatedAt } = session;
  if (!isOpen && Date.parse(updatedAt) <= Date.parse(since)) return null;
  return (
    <li className={styles.item} data-open={isOpen || undefined}>
      {isOpen && <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />}
      <span>
        {isOpen
          ? t('sessionStillOpen', { id: sessionId, since: createdAt })
          : t('sessionChangedSince', { id: sessionId, at: updatedAt })}{' '}
        <InternalLink href={`/session/${id}`} aria-label={t('sessionOpen', { id: sessionId })}>
          {t('sessionOpenIt')}
        </InternalLink>
      </span>
    </li>
  );
}
