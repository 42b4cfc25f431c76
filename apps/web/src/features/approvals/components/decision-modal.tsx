import type { ChangeDecision } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import styles from './approvals.module.css';

const shortestReason = 3;
const longestReason = 1000;

interface DecisionModalProps {
  title: string;
  decision: ChangeDecision;
  pending: boolean;
  /** Sends the decision; `refuse` shows what a failed call says of the text, and returns whether it said anything of it. */
  onDecide: (reason: string, refuse: (error: unknown) => boolean) => void;
  onClose: () => void;
}

/** The words that go with a decision: a refusal needs them, an approval may have some. */
export function DecisionModal({ title, decision, pending, onDecide, onClose }: DecisionModalProps) {
  const { t } = useTranslation('approvals');
  const { t: common } = useTranslation('common');
  const [isAsking, setAsking] = useState(false);
  const isRefusal = decision === 'refuse';
  const form = useSchemaForm<{ reason: string }, { decision: ChangeDecision; reason: string }>({
    initialValues: { reason: '' },
    toBody: ({ reason }) => ({ decision, reason }),
    // A rule of its own: the schema of the call would travel with every first screen, which counts what waits.
    rules: ({ reason }) =>
      isRefusal && reason.trim().length < shortestReason ? { reason: t('reasonNeeded') } : {},
  });
  const mustAsk = () => form.isDirty();
  const close = () => (mustAsk() ? setAsking(true) : onClose());
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={t(isRefusal ? 'refuseTitle' : 'approveTitle')}
        size={480}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <form
          {...form.bind((body) => onDecide(body.reason.trim(), (error) => form.refuse(error)))}
          className={styles.form}
        >
          <p className={styles.help}>{t(isRefusal ? 'refuseText' : 'approveText', { title })}</p>
          <Textarea
            label={isRefusal ? t('refusal') : <OptionalLabel label={t('remark')} />}
            aria-label={t(isRefusal ? 'refusal' : 'remark')}
            rows={4}
            maxLength={longestReason}
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
