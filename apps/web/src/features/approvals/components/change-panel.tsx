import type { ChangeDecision, ChangeRequest } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { DetailPanel, Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type ChangeStep, changeRequestQuery, useChangeStep } from '../../../domain/approval/approvals.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { ChangeBadge } from '../approval-texts.tsx';
import styles from './approvals.module.css';
import { ChangeDiff, GroundDiff } from './change-diff.tsx';
import { DecisionModal } from './decision-modal.tsx';

/** A change request: what would change, who wants it, and what can be done with it now. */
export function ChangePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('approvals');
  const query = useQuery(changeRequestQuery(id));
  const request = query.data;
  return (
    <DetailPanel
      label={t('request', { id })}
      title={request && renderMessage(request.title)}
      state={request && <ChangeBadge state={request.state} />}
      width={680}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {request ? <ChangeContent request={request} /> : <SkeletonChart height={260} />}
      </QueryView>
    </DetailPanel>
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
          <p className={styles.text}>{reason}</p>
        </PanelPart>
      )}
      {answer !== null && (
        <PanelPart title={t('answer')}>
          <p className={styles.text}>{answer}</p>
        </PanelPart>
      )}
      {outdated !== null && (
        <PanelPart title={t('outdatedTitle')}>
          <p className={styles.text}>
            {outdated.reason === null ? t('outdatedText') : renderMessage(outdated.reason)}
          </p>
          {outdated.rows.length > 0 && <GroundDiff rows={outdated.rows} />}
        </PanelPart>
      )}
      <PanelPart title={t('changesCount', { count: request.size })} isRegion>
        <ChangeDiff rows={request.rows} />
      </PanelPart>
      <ChangeActions request={request} />
      <p className={styles.link}>
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
      <div className={styles.actions}>
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
            <p className={styles.help}>{t('ownHint')}</p>
            <Button variant="default" onClick={() => setAsked('withdraw')}>
              {t('withdraw')}
            </Button>
          </>
        )}
      </div>
      {(asked === 'approve' || asked === 'refuse') && (
        <DecisionModal
          title={title}
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

const shortest = 3;
const longest = 1000;

/** Why the change is needed, for those who approve it. What was typed stays until it is saved. */
function ReasonForm({ id, reason }: { id: number; reason: string }) {
  const { t } = useTranslation('approvals');
  const [text, setText] = useState(reason);
  const [isMissing, setMissing] = useState(false);
  const step = useChangeStep(id);
  const send = () => {
    const written = text.trim();
    setMissing(written.length < shortest);
    if (written.length < shortest) return;
    step.mutate(
      { kind: 'explain', reason: written },
      {
        onSuccess: () => toast('success', t('done.explain')),
        onError: (error) => toast('error', error.message, { error }),
      },
    );
  };
  return (
    <PanelPart title={t('why')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Textarea
          label={t('reason')}
          description={t('whyHelp')}
          error={isMissing && t('reasonNeeded')}
          value={text}
          rows={3}
          maxLength={longest}
          onChange={(event) => {
            setMissing(false);
            setText(event.currentTarget.value);
          }}
        />
        <div className={styles.foot}>
          <Button type="submit" variant="default" loading={step.isPending}>
            {t('saveReason')}
          </Button>
        </div>
      </form>
    </PanelPart>
  );
}
