import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../form/optional-label.tsx';
import { useSchemaForm } from '../form/use-schema-form.ts';
import { Modal } from '../modal.tsx';
import { LeaveGuard } from '../overlay/leave-guard.tsx';
import styles from './queue.module.css';
import { shortestText } from './text-form.tsx';

interface DecisionModalProps<Decision extends string> {
  decision: Decision;
  title: string;
  /** The consequence. */
  text: string;
  /** A refusal needs a reason; the sentence that asks for it. Null for what may be said with any other decision. */
  reasonNeeded: string | null;
  /** What the words are called, unless they are the reason of a refusal. */
  noteLabel: string;
  submitLabel: string;
  maxLength: number;
  pending: boolean;
  /** Sends the decision; `refuse` shows what a failed call says of the text, and returns whether it said anything of it. */
  onDecide: (reason: string, refuse: (error: unknown) => boolean) => void;
  onClose: () => void;
}

/** The words that go with a decision: a refusal needs them, any other may have some. */
export function DecisionModal<Decision extends string>(props: DecisionModalProps<Decision>) {
  const { decision, reasonNeeded, onClose } = props;
  const { t } = useTranslation('queue');
  const { t: common } = useTranslation('common');
  const [isAsking, setAsking] = useState(false);
  const form = useSchemaForm<{ reason: string }, { decision: Decision; reason: string }>({
    initialValues: { reason: '' },
    toBody: ({ reason }) => ({ decision, reason }),
    // A rule of its own: the schema of the call would travel with every first screen, which counts what waits.
    rules: ({ reason }) =>
      reasonNeeded !== null && reason.trim().length < shortestText ? { reason: reasonNeeded } : {},
  });
  const isRefusal = reasonNeeded !== null;
  const label: ReactNode = isRefusal ? t('reason') : <OptionalLabel label={props.noteLabel} />;
  const mustAsk = () => form.isDirty();
  const close = () => (mustAsk() ? setAsking(true) : onClose());
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={props.title}
        size={480}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <form
          {...form.bind((body) => props.onDecide(body.reason.trim(), (error) => form.refuse(error)))}
          className={styles.form}
        >
          <p className={styles.help}>{props.text}</p>
          <Textarea
            label={label}
            aria-label={isRefusal ? t('reason') : props.noteLabel}
            rows={4}
            maxLength={props.maxLength}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <div className={styles.foot}>
            <Button variant="default" onClick={close}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={props.pending} data-danger={isRefusal || undefined}>
              {props.submitLabel}
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
