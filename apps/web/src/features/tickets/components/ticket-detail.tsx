import { gameLabel, type Ticket } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconMessagePlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { IntegrationName } from '../../../components/identity.tsx';
import { RichHtml } from '../../../components/rich-text/rich-html.tsx';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { ApiError } from '../../../lib/api/index.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { unreachedDetail } from '../../../lib/unreached.ts';
import { useFocusBack } from '../../../lib/use-focus.ts';
import { ticketQuery, useDeleteTicket } from '../api/tickets.ts';
import { AnswerForm } from './answer-form.tsx';
import { Answers } from './answers.tsx';
import { MediaLinks } from './media-links.tsx';
import { usePersonName } from './person.tsx';
import styles from './ticket-detail.module.css';
import { TicketStatusBadge } from './ticket-status.tsx';

/** The session box over the page; composed by the routes. */
export type RenderSession = (sessionId: string, onClose: () => void) => ReactNode;

type Removal = ReturnType<typeof useDeleteTicket>;

interface TicketDetailProps {
  id: number;
  renderSession: RenderSession;
  onDeleted: () => void;
  /** At the end of the head: what closes the overlay. */
  tools?: ReactNode;
}

/** Everything about one ticket (TICK-06), and what may be done with it. */
export function TicketDetail({ id, renderSession, onDeleted, tools }: TicketDetailProps) {
  const { t } = useTranslation('tickets');
  const query = useQuery(ticketQuery(id));
  // Of all that is shown of a ticket: its deletion may be told, and what asked for it be gone, before it is answered.
  const remove = useDeleteTicket();
  const showsSkeleton = useDelayed(query.isPending);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  if (query.isError && !query.data) {
    return (
      <div className={styles.state}>
        {tools && <div className={styles.tools}>{tools}</div>}
        {isMissing ? (
          <EmptyState title={t('notFound')}>{t('notFoundHint')}</EmptyState>
        ) : (
          <ErrorState text={t('failed')} onReload={() => void query.refetch()} reloading={query.isFetching} />
        )}
      </div>
    );
  }
  if (!query.data) {
    return (
      <div className={styles.state} aria-busy="true">
        {tools && <div className={styles.tools}>{tools}</div>}
        {showsSkeleton &&
          [40, 62, 90, 84, 70].map((width) => <SkeletonLine key={width} width={`${width}%`} />)}
      </div>
    );
  }
  return (
    <Loaded
      ticket={query.data}
      isGone={isMissing}
      remove={remove}
      renderSession={renderSession}
      onDeleted={onDeleted}
      tools={tools}
    />
  );
}

function Loaded({
  ticket,
  isGone,
  remove,
  renderSession,
  onDeleted,
  tools,
}: Omit<TicketDetailProps, 'id'> & { ticket: Ticket; isGone: boolean; remove: Removal }) {
  const { t } = useTranslation('tickets');
  const nameOf = usePersonName();
  const seesAll = useCan('integrations:manage');
  const [isAnswering, setAnswering] = useState(false);
  const [shownSession, setShownSession] = useState<string | null>(null);
  const { id, title, status, integration, game, session, reporter, createdAt } = ticket;
  const canAnswer = !isAnswering && status !== 'closed' && !isGone;
  // The form takes the focus with it, and so does the button when the ticket closes.
  const addAnswer = useFocusBack<HTMLButtonElement>(isAnswering);
  const article = useFocusBack<HTMLElement>(isAnswering || canAnswer);
  return (
    <article ref={article} className={styles.ticket} aria-label={t('number', { id })} tabIndex={-1}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <div className={styles.line}>
            <TicketStatusBadge status={status} />
            <span className={styles.number}>{t('number', { id })}</span>
          </div>
          <h2 className={styles.title}>{title}</h2>
        </div>
        {tools && <div className={styles.tools}>{tools}</div>}
      </header>
      {isGone && (
        <div className={styles.gone} role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          <span>{t('ticketGone')}</span>
          <Button variant="default" onClick={onDeleted}>
            {t('back')}
          </Button>
        </div>
      )}
      <dl className={styles.facts}>
        {seesAll && (
          <Fact label={t('integration')}>
            {integration ? <IntegrationName name={integration.name} number={integration.id} /> : t('none')}
          </Fact>
        )}
        <Fact label={t('game')}>{game ? gameLabel(game) : t('none')}</Fact>
        <Fact label={t('sessionTicket')}>
          {session ? (
            <span className={styles.session}>
              <button
                type="button"
                className={`hub-id ${styles.sessionLink}`}
                aria-label={t('showSession', { id: session.aamsTicketId ?? session.id })}
                onClick={() => setShownSession(session.id)}
              >
                {session.aamsTicketId ?? session.id}
              </button>
              <CopyButton
                value={session.aamsTicketId ?? session.id}
                label={t('sessionTicket')}
                success={t('sessionCopied')}
                failure={t('failed')}
              />
            </span>
          ) : (
            t('none')
          )}
        </Fact>
        <Fact label={t('reporter')}>{nameOf(reporter)}</Fact>
        <Fact label={t('createdAt')}>
          <DateTime value={createdAt} format="minutes" />
        </Fact>
      </dl>
      <div className={styles.body}>
        <RichHtml html={ticket.description} />
        <MediaLinks media={ticket.ticket_media} />
        <Answers answers={ticket.answers} />
        {isAnswering ? (
          <AnswerForm
            ticketId={id}
            isClosed={status === 'closed'}
            isGone={isGone}
            onDone={() => setAnswering(false)}
          />
        ) : (
          canAnswer && (
            <div className={styles.actions}>
              <DeleteTicket ticket={ticket} remove={remove} onDeleted={onDeleted} />
              <Button
                ref={addAnswer}
                leftSection={<IconMessagePlus size={16} stroke={1.75} />}
                onClick={() => setAnswering(true)}
              >
                {t('addAnswer')}
              </Button>
            </div>
          )
        )}
      </div>
      {shownSession !== null && renderSession(shownSession, () => setShownSession(null))}
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** TICK-14: asks, then deletes. */
function DeleteTicket(props: { ticket: Ticket; remove: Removal; onDeleted: () => void }) {
  const { ticket, remove, onDeleted } = props;
  const { t } = useTranslation('tickets');
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        color="red"
        data-danger
        loading={remove.isPending}
        leftSection={<IconTrash size={16} stroke={1.5} />}
        onClick={() => setAsks(true)}
      >
        {t('delete')}
      </Button>
      <ConfirmModal
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('deleteTitle', { title: ticket.title })}
        confirmLabel={t('delete')}
        danger
        onConfirm={() => {
          setAsks(false);
          remove.mutate(ticket.id, {
            onError: (error) =>
              void toast(
                'error',
                t('failed'),
                error instanceof ApiError && error.status === 409
                  ? { detail: error.message }
                  : unreachedDetail(error),
              ),
            onSuccess: () => {
              toast('success', t('deleted'));
              onDeleted();
            },
          });
        }}
      >
        {t('deleteText')}
      </ConfirmModal>
    </>
  );
}
