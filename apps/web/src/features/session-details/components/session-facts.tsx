import type { Session } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Count } from '../../../components/display/figure.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { playerHref } from '../../../domain/session/players.ts';
import { ticketsAboutQuery } from '../../../domain/ticket/tickets.ts';
import { useCan } from '../../../lib/auth/index.ts';
import styles from './session-details.module.css';

/** Ids, times and tickets of a session, one below the other. */
export function SessionFacts({ session }: { session: Session }) {
  const { t } = useTranslation('sessionDetails');
  const isProvider = useCan('integrations:manage');
  const readsTickets = useCan('tickets:use');
  return (
    <dl className={styles.list}>
      <CopyRow label={t('sessionId')} value={session.sessionId} />
      <CopyRow label={t('externalSessionId')} value={session.aamsSessionId} />
      <CopyRow label={t('externalTicketId')} value={session.aamsTicketId} />
      <CopyRow label={t('hubId')} value={session.id} />
      <CopyRow
        label={t('userId')}
        value={session.userId}
        href={playerHref(session.integration.id, session.userId)}
      />
      {isProvider && <Row label={t('operator')}>{session.operator?.name ?? t('noOperator')}</Row>}
      <Row label={t('currentRound')}>
        <Count value={session.currentRound} />
      </Row>
      <Row label={t('created')}>
        <DateTime value={session.createdAt} />
      </Row>
      <Row label={t('platformUpdate')}>
        <DateTime value={session.externalUpdatedAt} />
      </Row>
      {session.can.refresh && (
        <Row label={t('lastFetch')}>
          <DateTime value={session.updatedAt} />
        </Row>
      )}
      {readsTickets && <SessionTickets sessionId={session.id} />}
    </dl>
  );
}

/** The tickets that report the session or are linked with it, if there are any. */
function SessionTickets({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('sessionDetails');
  const tickets = useQuery(ticketsAboutQuery({ kind: 'session', ref: sessionId }));
  if (!tickets.data?.length && !tickets.isError) return null;
  return (
    <Row label={t('tickets')}>
      {tickets.data?.length ? (
        <span className={styles.tickets}>
          {tickets.data.map(({ id, title, status }) => (
            <InternalLink key={id} href={`/ticket/${id}`} title={title}>
              {t(`ticket.${status}`, { id })}
            </InternalLink>
          ))}
        </span>
      ) : (
        <span className={styles.none}>{t('ticketsUnknown')}</span>
      )}
    </Row>
  );
}

/** A fact of the session: its name, and what it is. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How many characters at the end tell one long ID from another. */
const tail = 8;

/** In one line: where it has no room, a long one gives up its middle. */
function Id({ value }: { value: string }) {
  if (value.length <= 3 * tail) return <span className={`hub-id ${styles.id}`}>{value}</span>;
  return (
    <span className={`hub-id ${styles.long}`} title={value}>
      <span className="hub-ellipsis">{value.slice(0, -tail)}</span>
      <span>{value.slice(-tail)}</span>
    </span>
  );
}

interface CopyRowProps {
  label: string;
  value: string | null;
  /** A page of what the value names. */
  href?: string;
}

function CopyRow({ label, value, href }: CopyRowProps) {
  const { t } = useTranslation('sessionDetails');
  return (
    <Row label={label}>
      {value === null ? (
        <span className={styles.none}>{t('none')}</span>
      ) : (
        <>
          {href === undefined ? (
            <Id value={value} />
          ) : (
            <InternalLink className={`hub-id ${styles.id}`} href={href}>
              {value}
            </InternalLink>
          )}
          <CopyButton
            value={value}
            label={label}
            success={t('copied', { label })}
            failure={t('copyFailed')}
          />
        </>
      )}
    </Row>
  );
}
