import type { Ticket } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { GameName, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { hasNoData, QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { RichHtml } from '../../../components/rich-text/rich-html.tsx';
import { sessionQuery } from '../../../domain/session/sessions.ts';
import { useGameCovers } from '../../../domain/ticket/choices.ts';
import { ticketQuery, useDeleteTicket, useRestoreTicket } from '../../../domain/ticket/tickets.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { useMinute } from '../../../lib/use-today.ts';
import { AnswerForm } from './answer-form.tsx';
import { Answers } from './answers.tsx';
import { AssignTicket } from './assignee.tsx';
import { CaseFacts } from './case-facts.tsx';
import { MediaLinks } from './media-links.tsx';
import { usePersonName } from './person.tsx';
import { Rating } from './rating.tsx';
import { CopySessionId, sessionIdOf, useSessionIdLabel } from './session-id.tsx';
import styles from './ticket-detail.module.css';
import { TicketLinks } from './ticket-links.tsx';
import { TicketStatusBadge } from './ticket-status.tsx';
import { TurnFact } from './turn.tsx';

/** The session box over the page; composed by the routes. */
export type RenderSession = (sessionId: string, onClose: () => void) => ReactNode;

type Removal = ReturnType<typeof useDeleteTicket>;

interface TicketDetailProps {
  id: number;
  /** The page's head has its number and its title. */
  isPage?: boolean;
  renderSession: RenderSession;
  onDeleted: () => void;
  /** At the end of the head: what closes it where it is no page of its own. */
  tools?: ReactNode;
}

/** Everything about one ticket, and what may be done with it. */
export function TicketDetail({ id, isPage, renderSession, onDeleted, tools }: TicketDetailProps) {
  const { t } = useTranslation('tickets');
  const query = useQuery(ticketQuery(id));
  // Lives as long as all that is shown of a ticket: an event may report its deletion, and unmount the button, before the response arrives.
  const remove = useDeleteTicket();
  const showsSkeleton = useDelayed(query.isPending);
  const now = Math.max(query.dataUpdatedAt, useMinute().getTime());
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  if (hasNoData(query)) {
    return (
      <div className={styles.state}>
        {tools && <div className={styles.tools}>{tools}</div>}
        {isMissing ? (
          <EmptyState title={t('notFound')}>{t('notFoundHint')}</EmptyState>
        ) : (
          <QueryView query={query} text={t('failed')} />
        )}
      </div>
    );
  }
  if (!query.data) {
    return (
      <div className={styles.loading} aria-busy="true">
        <div className={styles.head}>
          <div className={styles.titles}>
            {showsSkeleton && (
              <>
                <SkeletonLine width={132} height={14} my={3} />
                <SkeletonLine width="62%" height={18} my={9} />
              </>
            )}
          </div>
          <div className={styles.tools}>{tools}</div>
        </div>
        {showsSkeleton && (
          <>
            <div className={styles.facts}>
              {[84, 120, 132, 96].map((width) => (
                <SkeletonLine key={width} width={width} height={26} my={6} />
              ))}
            </div>
            <div className={styles.body}>
              {[90, 84, 70].map((width) => (
                <SkeletonLine key={width} width={`${width}%`} />
              ))}
            </div>
          </>
        )}
      </div>
    );
  }
  return (
    <Loaded
      ticket={query.data}
      now={now}
      isPage={isPage}
      isMissing={isMissing}
      remove={remove}
      renderSession={renderSession}
      onDeleted={onDeleted}
      tools={tools}
      // Last, where no toast of a phone lies over its button.
      refreshFailure={!isMissing && <QueryView query={query} />}
    />
  );
}

function Loaded({
  ticket,
  now,
  isPage,
  isMissing,
  remove,
  renderSession,
  onDeleted,
  tools,
  refreshFailure,
}: Omit<TicketDetailProps, 'id'> & {
  ticket: Ticket;
  /** The present minute, or when it was read, in milliseconds. */
  now: number;
  /** It can be read no more. */
  isMissing: boolean;
  remove: Removal;
  refreshFailure: ReactNode;
}) {
  const { t } = useTranslation('tickets');
  const nameOf = usePersonName();
  const sessionLabel = useSessionIdLabel();
  const isProvider = useCan('integrations:manage');
  const canManage = useCan('tickets:manage');
  const canRate = useCan('tickets:rate');
  const coverOf = useGameCovers();
  const isPhone = useIsPhone();
  // Another form takes the place of one that is done.
  const [round, setRound] = useState(0);
  const [holdsAnswer, setHoldsAnswer] = useState(false);
  const [shownSession, setShownSession] = useState<string | null>(null);
  const { id, title, status, integration, game, session, reporter, createdAt, deletion, assignee, turn } =
    ticket;
  const maySeeSession = useCan('sessions:read');
  const platformId = useQuery({
    ...sessionQuery(session?.id ?? ''),
    enabled: maySeeSession && session !== null,
  }).data?.sessionId;
  const isGone = isMissing || deletion !== null;
  const canAnswer = status !== 'closed' && !isGone;
  // What was written stays to be copied when someone else closes or deletes the ticket meanwhile.
  const showsForm = canAnswer || holdsAnswer;
  const article = useRestoreFocus<HTMLElement>(showsForm);
  return (
    <article ref={article} className={styles.ticket} aria-label={t('number', { id })} tabIndex={-1}>
      {isPage && (!isPhone || !canAnswer) ? (
        // Its subject is the title of the page; its parts are headed one level below this.
        <h2 className="hub-visually-hidden">{t('number', { id })}</h2>
      ) : (
        <header className={styles.head}>
          <div className={styles.titles}>
            <div className={styles.line}>
              <TicketStatusBadge ticket={ticket} />
              {!isPage && <span className={styles.number}>{t('number', { id })}</span>}
            </div>
            <h2 className={isPage ? 'hub-visually-hidden' : styles.title}>
              {isPage ? t('number', { id }) : title}
            </h2>
          </div>
          <div className={styles.tools}>
            {canAnswer && <DeleteTicket ticket={ticket} remove={remove} onDeleted={onDeleted} />}
            {tools}
          </div>
        </header>
      )}
      {isGone && (
        <div className={styles.gone} role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          <span>{t('ticketGone')}</span>
          {deletion !== null && !isMissing && <RestoreTicket id={id} />}
          <Button variant="default" onClick={onDeleted}>
            {t('back')}
          </Button>
        </div>
      )}
      <dl className={styles.facts}>
        <Fact label={t('type')}>{t(`types.${ticket.case.type}`)}</Fact>
        {isProvider && integration && (
          <Fact label={t('integration')}>
            <IntegrationName name={integration.name} number={integration.id} />
          </Fact>
        )}
        {game && (
          <Fact label={t('game')}>
            <GameName name={game.name} subName={game.sub_name} src={coverOf(game)} />
          </Fact>
        )}
        {session && (
          <Fact label={sessionLabel(session)}>
            <span className={styles.session}>
              <button
                type="button"
                className={`hub-id ${styles.sessionLink}`}
                aria-label={t('showSession', { id: sessionIdOf(session) })}
                onClick={() => setShownSession(session.id)}
              >
                {sessionIdOf(session)}
              </button>
              <CopySessionId session={session} />
            </span>
          </Fact>
        )}
        {platformId !== undefined && (
          <Fact label={t('session')}>
            <span className={`hub-id ${styles.session}`}>{platformId}</span>
          </Fact>
        )}
        {!(canManage && canAnswer) && (
          <Fact label={t('assignee')}>{assignee ? nameOf(assignee) : t('assignees.none')}</Fact>
        )}
        {turn && !isGone && (
          <Fact label={t('turn')}>
            <TurnFact ticket={ticket} now={now} />
          </Fact>
        )}
        {deletion && (
          <>
            <Fact label={t('deletedBy')}>{nameOf(deletion.by)}</Fact>
            <Fact label={t('deletedAt')}>
              <DateTime value={deletion.at} format="minutes" />
            </Fact>
          </>
        )}
      </dl>
      {canManage && canAnswer && <AssignTicket ticket={ticket} />}
      <div className={styles.body}>
        {/* The integration is asked where it looks; the provider reads what it said at the end. */}
        {canRate && <Rating ticket={ticket} now={now} />}
        <div className={styles.answerHead}>
          <strong>{nameOf(reporter)}</strong>
          <DateTime value={createdAt} format="minutes" className={styles.answerTime} />
        </div>
        <CaseFacts facts={ticket.case} />
        {ticket.description !== '' && <RichHtml html={ticket.description} />}
        <MediaLinks media={ticket.ticket_media} />
        <Answers answers={ticket.answers} />
        <TicketLinks ticketId={id} canChange={!isGone} />
        {!canRate && <Rating ticket={ticket} now={now} />}
      </div>
      {showsForm && (
        <AnswerForm
          key={round}
          ticket={ticket}
          hasOtherSide={integration !== null}
          isClosed={status === 'closed'}
          isGone={isGone}
          takesFocus={round > 0}
          onHolds={setHoldsAnswer}
          onDone={() => {
            setHoldsAnswer(false);
            setRound(round + 1);
          }}
        />
      )}
      {shownSession !== null && renderSession(shownSession, () => setShownSession(null))}
      {refreshFailure}
    </article>
  );
}

function RestoreTicket({ id }: { id: number }) {
  const { t } = useTranslation('tickets');
  const restore = useRestoreTicket(
    () => toast('success', t('restored')),
    (error) =>
      toast(
        'error',
        t('restoreFailed'),
        error instanceof ApiError && error.status !== 0
          ? { detail: error.message }
          : networkErrorDetail(error),
      ),
  );
  return (
    <Button
      variant="default"
      loading={restore.isPending}
      leftSection={<IconArrowBackUp size={16} stroke={1.5} />}
      onClick={() => restore.mutate(id)}
    >
      {t('restore')}
    </Button>
  );
}

/** Asks, then deletes. */
export function DeleteTicket(props: { ticket: Ticket; remove: Removal; onDeleted: () => void }) {
  const { ticket, remove, onDeleted } = props;
  const { t } = useTranslation('tickets');
  const [asks, setAsks] = useState(false);
  return (
    <>
      <ActionIcon
        aria-label={t('delete')}
        title={t('delete')}
        loading={remove.isPending}
        onClick={() => setAsks(true)}
      >
        <IconTrash size={18} stroke={1.5} />
      </ActionIcon>
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
                  : networkErrorDetail(error),
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
