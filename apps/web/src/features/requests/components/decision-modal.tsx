import { type GameRequestDecision, type GameRequestRow, maxRequestText } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { namesOf } from '../request-texts.tsx';
import styles from './requests.module.css';

const shortestReason = 3;

interface DecisionModalProps {
  requests: readonly GameRequestRow[];
  decision: GameRequestDecision;
  pending: boolean;
  /** Sends the answer; `refuse` shows what a failed call says of the text, and returns whether it said anything of it. */
  onDecide: (reason: string, refuse: (error: unknown) => boolean) => void;
  onClose: () => void;
}

/** The words that go with an answer: a refusal needs them, a grant may have some. */
export function DecisionModal({ requests, decision, pending, onDecide, onClose }: DecisionModalProps) {
  const { t } = useTranslation('requests');
  const { t: common } = useTranslation('common');
  const [isAsking, setAsking] = useState(false);
  const form = useSchemaForm<{ reason: string }, { decision: GameRequestDecision; reason: string }>({
    initialValues: { reason: '' },
    toBody: ({ reason }) => ({ decision, reason }),
    // A rule of its own: the schema of the call would travel with every first screen, which counts open requests.
    rules: ({ reason }) =>
      decision === 'refuse' && reason.trim().length < shortestReason ? { reason: t('reasonNeeded') } : {},
  });
  const count = requests.length;
  const [first] = requests;
  const values = { count, ...(first ? namesOf(first) : { game: '', integration: '' }) };
  const mustAsk = () => form.isDirty();
  const close = () => (mustAsk() ? setAsking(true) : onClose());
  const isRefusal = decision === 'refuse';
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={t(isRefusal ? 'refuseTitle' : 'grantTitle', values)}
        size={480}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <form
          {...form.bind((body) => onDecide(body.reason.trim(), (error) => form.refuse(error)))}
          className={styles.form}
        >
          <p className={styles.help}>{t(isRefusal ? 'refuseText' : 'grantText')}</p>
          <Textarea
            label={isRefusal ? t('refusal') : <OptionalLabel label={t('note')} />}
            aria-label={t(isRefusal ? 'refusal' : 'note')}
            rows={4}
            maxLength={maxRequestText}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <div className={styles.foot}>
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={pending} data-danger={isRefusal || undefined}>
              {t(decision)}
            </Button>
          </div>
        </form>
      </Modal>
      <LeaveGuard
        mustAsk={mustAsk}
        closing={{ isConfirmOpen: isAsking, onStay: () => setAsking(false), onLeave: onClose }}
        title={t('leaveTitle')}
        stayLabel={t('stay')}
        leaveLabel={t('leave')}
      >
        {t('leaveText')}
      </LeaveGuard>
    </>
  );
}
