import {
  type GameRequest,
  type GameRequestAction,
  type GameRequestEvent,
  grantObstacleOf,
  maxRequestText,
  requestActionsOf,
} from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { GameName, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { Timeline, TimelineEvent } from '../../../components/display/timeline.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import queue from '../../../components/queue/queue.module.css';
import { QueuePanel } from '../../../components/queue/queue-panel.tsx';
import { TextForm } from '../../../components/queue/text-form.tsx';
import { type RequestStep, requestQuery, useRequestStep } from '../../../domain/game/game-requests.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useNow } from '../../../lib/use-today.ts';
import { imageOf, namesOf, RequestBadge, waitedMsOf, waitText } from '../request-texts.tsx';
import { RequestDecision } from './request-decision.tsx';
import styles from './requests.module.css';

interface RequestPanelProps {
  id: number;
  onClose: () => void;
}

/** A request with its answer, what can be done with it now, and all that has happened to it. */
export function RequestPanel({ id, onClose }: RequestPanelProps) {
  const { t } = useTranslation('requests');
  return (
    <QueuePanel
      label={t('request', { id })}
      query={useQuery(requestQuery(id))}
      title={(request) => t('of', namesOf(request))}
      state={({ state }) => <RequestBadge state={state} />}
      width={640}
      onClose={onClose}
    >
      {(request) => <RequestContent request={request} />}
    </QueuePanel>
  );
}

function RequestContent({ request }: { request: GameRequest }) {
  const { t } = useTranslation('requests');
  const now = useNow();
  const mayOpenGame = useCan('catalog:read');
  const isProvider = useCan('integrations:manage');
  const mayComment = useCan('requests:comment');
  const { game, integration, state, reason } = request;
  const opensGame = mayOpenGame && game.isCatalog && (isProvider || request.isVisible);
  return (
    <>
      <Facts>
        <Fact label={t('game')}>
          <GameName name={game.name} subName={game.sub_name} src={imageOf(request)} />
        </Fact>
        <Fact label={t('integration')}>
          <IntegrationName name={integration.name} number={integration.id} />
        </Fact>
        <Fact label={t(request.askedBy === null ? 'asked' : 'requestedBy')}>
          {request.askedBy !== null && <div>{request.askedBy}</div>}
          <DateTime value={request.askedAt} format="minutes" />
        </Fact>
        {request.decidedAt === null ? (
          <Fact label={t('waiting')}>{waitText(waitedMsOf(request, now), t)}</Fact>
        ) : (
          <Fact label={t(state === 'withdrawn' ? 'withdrawnBy' : 'answeredBy')}>
            <div>{request.decidedBy ?? t('hub')}</div>
            <DateTime value={request.decidedAt} format="minutes" />
          </Fact>
        )}
        {state === 'reviewing' && <Fact label={t('inReviewBy')}>{request.reviewedBy}</Fact>}
        <Fact label={t('visibility', { integration: integration.name })}>
          {request.activeSince === null
            ? t(visibilityOf(request))
            : t('active', { date: formatInstant(request.activeSince, 'date') })}
        </Fact>
      </Facts>
      {reason !== null && (
        <PanelPart title={t('reason')}>
          <p className={queue.text}>{reason}</p>
        </PanelPart>
      )}
      <RequestActions request={request} />
      {opensGame && (
        <p className={queue.link}>
          <InternalLink href={`/game/${game.id}`}>{t('toGame')}</InternalLink>
        </p>
      )}
      <PanelPart title={t('history')} isRegion>
        <div className={styles.history}>
          <Timeline>
            {request.events.toReversed().map((event) => (
              <HistoryEvent key={event.id} event={event} integration={integration.name} />
            ))}
          </Timeline>
        </div>
        {mayComment && <CommentForm id={request.id} />}
      </PanelPart>
    </>
  );
}

/** Whether the integration has the game in its Catalog, as long as its platform does not offer it. */
function visibilityOf({ state, isVisible }: GameRequest) {
  if (!isVisible) return 'notVisible';
  return state === 'granted' ? 'visibleWaiting' : 'visible';
}

/** Writes to the other side. */
function CommentForm({ id }: { id: number }) {
  const { t } = useTranslation('requests');
  const step = useRequestStep(id);
  return (
    <TextForm
      label={t('comment')}
      description={t('commentHelp')}
      needed={t('commentNeeded')}
      submitLabel={t('send')}
      maxLength={maxRequestText}
      pending={step.isPending}
      onSend={(text, clear) =>
        step.mutate(
          { kind: 'comment', text },
          {
            onSuccess: () => {
              toast('success', t('done.comment'));
              clear();
            },
            onError: (error) => toast('error', error.message, { error }),
          },
        )
      }
    />
  );
}

function HistoryEvent({ event, integration }: { event: GameRequestEvent; integration: string }) {
  const { t } = useTranslation('requests');
  const side = event.side === 'provider' ? t('theProvider') : event.side && integration;
  const by = [event.username, side].filter(Boolean).join(', ');
  return (
    <TimelineEvent at={event.at} kind={t(`kinds.${event.kind}`)} by={by || t('hub')} text={event.text} />
  );
}

/** What this side can do with the request as it is now. */
function RequestActions({ request }: { request: GameRequest }) {
  const { t } = useTranslation('requests');
  const mayDecide = useCan('requests:decide');
  // Of a guest all that is shown is their own.
  const mayWithdraw = useCan('games:wish');
  const [asked, setAsked] = useState<Exclude<GameRequestAction, 'review'> | null>(null);
  const step = useRequestStep(request.id);
  const actions = [
    ...(mayDecide ? requestActionsOf(request.state, 'provider') : []),
    ...(mayWithdraw ? requestActionsOf(request.state, 'integration') : []),
  ];
  const obstacle = grantObstacleOf(request.game);
  const run = (what: RequestStep, refuse?: (error: unknown) => boolean) => {
    // Another step's dialog may have been opened in the meantime, and someone may be writing in it.
    const closeOwn = () => setAsked((now) => (now === what.kind ? null : now));
    step.mutate(what, {
      onSuccess: () => {
        if (what.kind === 'grant') {
          const next = request.activeSince === null ? 'grantedNext' : 'grantedOffered';
          toast('success', t('done.grant'), { detail: t(next, namesOf(request)) });
        } else toast('success', t(`done.${what.kind}`));
        closeOwn();
      },
      onError: (error) => {
        if (refuse?.(error)) return;
        // Someone else was faster: the panel shows what it is by now.
        closeOwn();
        toast('error', error.message, { error });
      },
    });
  };
  if (actions.length === 0) return null;
  return (
    <>
      {obstacle !== null && actions.includes('grant') && (
        <p className={styles.obstacle}>{t(`obstacles.${obstacle}`)}</p>
      )}
      <div className={queue.actions}>
        {actions.includes('grant') && (
          <Button disabled={obstacle !== null} onClick={() => setAsked('grant')}>
            {t('grant')}
          </Button>
        )}
        {actions.includes('refuse') && (
          <Button variant="default" onClick={() => setAsked('refuse')}>
            {t('refuse')}
          </Button>
        )}
        {actions.includes('review') && (
          <Button
            variant="default"
            loading={step.isPending && step.variables?.kind === 'review'}
            onClick={() => run({ kind: 'review' })}
          >
            {t('review')}
          </Button>
        )}
        {actions.includes('withdraw') && (
          <Button variant="default" onClick={() => setAsked('withdraw')}>
            {t('withdraw')}
          </Button>
        )}
      </div>
      {(asked === 'grant' || asked === 'refuse') && (
        <RequestDecision
          requests={[request]}
          decision={asked}
          pending={step.isPending}
          onDecide={(reason, refuse) => run({ kind: asked, reason }, refuse)}
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmModal
        opened={asked === 'withdraw'}
        onClose={() => setAsked(null)}
        onConfirm={() => run({ kind: 'withdraw' })}
        title={t('withdrawTitle', namesOf(request))}
        confirmLabel={t('withdraw')}
        danger
        loading={step.isPending}
      >
        {t('withdrawText')}
      </ConfirmModal>
    </>
  );
}
