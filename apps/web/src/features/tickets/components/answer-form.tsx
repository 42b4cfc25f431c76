import { messageOf } from '@ludus/contract';
import { Button, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { RichText } from '../../../components/rich-text/rich-text.tsx';
import { useCreateAnswer } from '../../../domain/ticket/tickets.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useAttachments } from '../use-attachments.ts';
import { AttachFiles } from './attach-files.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import styles from './ticket-detail.module.css';

interface AnswerFormProps {
  ticketId: number;
  /** Someone else has closed the ticket while this was written. */
  isClosed: boolean;
  /** Someone else has deleted the ticket while this was written. */
  isGone: boolean;
  onDone: () => void;
}

/**
 * A text, files, and whether it closes the ticket. The answer goes first, its files follow with its id; what could not be sent stays as it is.
 */
export function AnswerForm({ ticketId, isClosed, isGone, onDone }: AnswerFormProps) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const [text, setText] = useState('');
  const [closes, setCloses] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [answerId, setAnswerId] = useState<number | null>(null);
  const attachments = useAttachments();
  const answer = useCreateAnswer();
  const isSent = answerId !== null;
  const isDone = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const isWritten = text !== '' || attachments.files.length > 0;
  const finish = () => {
    isDone.current = true;
    onDone();
  };

  async function sendFiles(id: number, key?: number) {
    const isWhole = await attachments.send({ ticketId, answerId: id }, key);
    const others = attachments.files.some((one) => one.state === 'failed' && one.key !== key);
    if (isWhole && (key === undefined || !others)) finish();
  }

  function send() {
    if (answer.isPending || attachments.isSending) return;
    if (answerId !== null) {
      void sendFiles(answerId);
      return;
    }
    if (text === '') {
      setProblem(renderMessage(messageOf('fields.ticketDescriptionRequired')));
      form.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
      return;
    }
    if (closes) setAsking(true);
    else sendText();
  }

  function sendText() {
    answer.mutate(
      { ticketId, status: closes ? 'closed' : 'ongoing', description: text },
      {
        onSuccess: ({ id }) => {
          toast('success', t('answered'));
          setAnswerId(id);
          void sendFiles(id);
        },
        onError: (error) => {
          const refused = error instanceof ApiError ? error : null;
          setProblem(refused?.fields.description);
          if (refused?.fields.description) return;
          // The ticket is gone: the form says so, as soon as it has been read again.
          if (refused?.status === 404) toast('error', t('ticketGone'));
          else
            toast(
              'error',
              t('failed'),
              refused?.status === 409 ? { detail: refused.message } : networkErrorDetail(error),
            );
        },
      },
    );
  }

  const isBusy = answer.isPending || attachments.isSending;
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t('answerTitle')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <LeaveGuard
        mustAsk={() => !isDone.current && isWritten}
        closing={{ isConfirmOpen: isCancelling, onStay: () => setCancelling(false), onLeave: finish }}
      />
      <ConfirmModal
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          sendText();
        }}
        title={t('closeTitle')}
        confirmLabel={t('closeConfirm')}
      >
        {t('closeText')}
      </ConfirmModal>
      {(isGone || isClosed) && !isSent && (
        <p className={styles.notice} role="status">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {t(isGone ? 'goneMeanwhile' : 'closedMeanwhile')}
        </p>
      )}
      <RichText
        label={t('answerText')}
        value={text}
        onChange={(html) => {
          setText(html);
          setProblem(undefined);
        }}
        error={problem}
        disabled={isSent || answer.isPending}
        // It opens below everything that was said: whoever asked for it sees it, and writes.
        onReady={() => form.current?.scrollIntoView({ block: 'nearest' })}
      />
      <AttachFiles
        attachments={attachments}
        locked={isSent || isBusy}
        onRetry={answerId === null || isBusy ? null : (key) => void sendFiles(answerId, key)}
      />
      {!isSent && (
        <Switch
          label={t('closeToggle')}
          checked={closes}
          disabled={isBusy}
          onChange={(event) => setCloses(event.currentTarget.checked)}
        />
      )}
      <div className={styles.formFoot}>
        {isSent && attachments.hasFailed && (
          <span className={styles.left} role="alert">
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {t('filesLeft')}
          </span>
        )}
        <Button
          variant="default"
          onClick={() => (isWritten && !isSent ? setCancelling(true) : finish())}
          disabled={isBusy}
        >
          {!isSent ? common('cancel') : t(attachments.hasFailed ? 'done' : 'finish')}
        </Button>
        {(!isSent || isBusy || attachments.canRetry) && (
          <Button type="submit" loading={isBusy} disabled={isGone || (isClosed && !isSent)}>
            {isSent ? t('sendFiles') : t('send')}
          </Button>
        )}
      </div>
    </form>
  );
}
