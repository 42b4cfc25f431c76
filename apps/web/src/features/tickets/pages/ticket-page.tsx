import type { Ticket } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ticketQuery, useDeleteTicket } from '../../../domain/ticket/tickets.ts';
import { formatInstant } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { usePersonName } from '../components/person.tsx';
import styles from '../components/ticket-detail.module.css';
import { DeleteTicket, type RenderSession, TicketDetail } from '../components/ticket-detail.tsx';
import { TicketStatusBadge } from '../components/ticket-status.tsx';

interface TicketPageProps {
  id: number;
  renderSession: RenderSession;
  onDeleted: () => void;
}

/** One ticket on a page of its own: where links in mails lead. */
export function TicketPage({ id, renderSession, onDeleted }: TicketPageProps) {
  const { t } = useTranslation('tickets');
  // The ticket itself reads it too.
  const { data: ticket, isError } = useQuery(ticketQuery(id));
  const remove = useDeleteTicket();
  const isPhone = useIsPhone();
  const mayDelete = ticket && ticket.status !== 'closed' && ticket.deletion === null && !isError;
  return (
    <>
      <PageHeader
        title={ticket?.title ?? t('number', { id })}
        context={ticket ? <Context ticket={ticket} /> : null}
        back={{ to: '/tickets', label: t('back') }}
        primary={
          // A phone has them in the card: beside a title there is no room for them.
          ticket &&
          !isPhone && (
            <>
              {mayDelete && <DeleteTicket ticket={ticket} remove={remove} onDeleted={onDeleted} />}
              <TicketStatusBadge ticket={ticket} />
            </>
          )
        }
      />
      <PageBody>
        <div className={styles.column}>
          <Panel label={t('number', { id })} flush>
            <TicketDetail id={id} isPage renderSession={renderSession} onDeleted={onDeleted} />
          </Panel>
        </div>
      </PageBody>
    </>
  );
}

/** Its number, and when and by whom it was opened; of its end, the last answer tells. */
function Context({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const nameOf = usePersonName();
  const what = t('openedAt', {
    at: formatInstant(ticket.createdAt, 'minutes'),
    who: nameOf(ticket.reporter, true),
  });
  return (
    <>
      {t('number', { id: ticket.id })} · {what}
    </>
  );
}
