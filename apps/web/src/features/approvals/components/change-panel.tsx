import type { ChangeDecision, ChangeRequest } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { DecisionModal } from '../../../components/queue/decision-modal.tsx';
import queue from '../../../components/queue/queue.module.css';
import { QueuePanel } from '../../../components/queue/queue-panel.tsx';
import { TextForm } from '../../../components/queue/text-form.tsx';
import { type ChangeStep, changeRequestQuery, useChangeStep } from '../../../domain/approval/approvals.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { ChangeBadge } from '../approval-texts.tsx';
import { ChangeDiff, GroundDiff } from './change-diff.tsx';

/** As many letters as the schema of the calls has. */
const longestText = 1000;

/** A change request: what would change, who wants it, and what can be done with it now. */
export function ChangePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('approvals');
  return (
    <QueuePanel
      label={t('request', { id })}
      query={useQuery(changeRequestQuery(id))}
      title={({ title }) => renderMessage(title)}
      state={({ state }) => <ChangeBadge state={state} />}
      width={680}
      onClose={onClose}
    >
      {(request) => <ChangeContent request={request} />}
    </QueuePanel>
  );
}

function ChangeContent({ request }: { request: ChangeRequest }) {
  const { t } = useTranslation('approvals');
  const { outdated, state, reason, answer } = request;
  return (
    <>
      <Facts>
        <Fact label={t('kind')}>{t(`kinds.${request.kind}`)}</Fact>
        {request.integration && <Fact label={t('integration')}>{request.integration.name}</Fact>}
        <Fact label={t('requestedBy')}>
          <div>{request.requestedBy.username}</div>
          <DateTime value={request.requestedAt} format="minutes" />
        </Fact>
        {request.decidedAt === null ? (
          <Fact label={t('expires')}>
            <DateTime value={request.expiresAt} format="minutes" />
          </Fact>
        ) : (
          <Fact label={t(`ended.${state === 'waiting' ? 'expired' : state}`)}>
            {request.decidedBy !== null && <div>{request.decidedBy}</div>}
            <DateTime value={request.decidedAt} format="minutes" />
          </Fact>
        )}
      </Facts>
      {reason !== null && (
        <PanelPart title={t('reason')}>
          <p className={queue.text}>{reason}</p>
        </PanelPart>
      )}
      {answer !== null && (
        <PanelPart title={t('answer')}>
          <p className={queue.text}>{answer}</p>
        </PanelPart>
      )}
      {outdated !== null && (
        <PanelPart title={t('outdatedTitle')}>
          <p className={queue.text}>
            {outdated.reason === null ? t('outdatedText') : renderMessage(outdated.reason)}
          </p>
          {outdated.rows.length > 0 && <GroundDiff rows={outdated.rows} />}
        </PanelPart>
      )}
      <PanelPart title={t('changesCount', { count: request.size })} isRegion>
        <ChangeDiff rows={request.rows} />
      </PanelPart>
      <ChangeActions request={request} />
      <p className={queue.link}>
        <InternalLink href={request.path}>{t('toPlace')}</InternalLink>
      </p>
      {request.isOwn && state === 'waiting' && <ReasonForm id={request.id} reason={reason ?? ''} />}
    </>
  );
}

/** What the reader can do with the request as it is now. */
function ChangeActions({ request }: { request: ChangeRequest }) {
  const { t } = useTranslation('approvals');
  const [asked, setAsked] = useState<ChangeDecision | 'withdraw' | null>(null);
  const step = useChangeStep(request.id);
  const title = renderMessage(request.title);
  const isWaiting = request.state === 'waiting';
  const run = (what: ChangeStep, refuse?: (error: unknown) => boolean) =>
    step.mutate(what, {
      onSuccess: () => {
        toast('success', t(`done.${what.kind}`));
        setAsked(null);
      },
      onError: (error) => {
        if (refuse?.(error)) return;
        // Someone was faster, or it is outdated: the panel shows what it is by now.
        setAsked(null);
        toast('error', error.message, { error });
      },
    });
  if (!isWaiting) return null;
  return (
    <>
      <div className={queue.actions}>
        {request.mayDecide && (
          <>
            <Button onClick={() => setAsked('approve')}>{t('approve')}</Button>
            <Button variant="default" onClick={() => setAsked('refuse')}>
              {t('refuse')}
            </Button>
          </>
        )}
        {request.isOwn && (
          <>
            <p className={queue.help}>{t('ownHint')}</p>
            <Button variant="default" onClick={() => setAsked('withdraw')}>
              {t('withdraw')}
            </Button>
          </>
        )}
      </div>
      {(asked === 'approve' || asked === 'refuse') && (
        <DecisionModal
          decision={asked}
          title={t(`${asked}Title`)}
          text={t(`${asked}Text`, { title })}
          reasonNeeded={asked === 'refuse' ? t('reasonNeeded') : null}
          noteLabel={t('remark')}
          submitLabel={t(asked)}
          maxLength={longestText}
          pending={step.isPending}
          onDecide={(reason, refuse) => run({ kind: asked, reason }, refuse)}
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmModal
        opened={asked === 'withdraw'}
        onClose={() => setAsked(null)}
        onConfirm={() => run({ kind: 'withdraw' })}
        title={t('withdrawTitle')}
        confirmLabel={t('withdraw')}
        danger
        loading={step.isPending}
      >
        {t('withdrawText', { title })}
      </ConfirmModal>
    </>
  );
}

/** Why the change is needed, for those who approve it. */
function ReasonForm({ id, reason }: { id: number; reason: string }) {
  const { t } = useTranslation('approvals');
  const step = useChangeStep(id);
  return (
    <PanelPart title={t('why')}>
      <TextForm
        label={t('reason')}
        description={t('whyHelp')}
        needed={t('reasonNeeded')}
        submitLabel={t('saveReason')}
        initial={reason}
        maxLength={longestText}
        pending={step.isPending}
        onSend={(written) =>
          step.mutate(
            { kind: 'explain', reason: written },
            {
              onSuccess: () => toast('success', t('done.explain')),
              onError: (error) => toast('error', error.message, { error }),
            },
          )
        }
      />
    </PanelPart>
  );
}
