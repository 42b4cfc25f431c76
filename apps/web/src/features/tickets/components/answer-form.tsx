import { messageOf, type Ticket } from '@ludus/contract';
import { Button, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, useContext, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Keycaps } from '../../../components/display/keycaps.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { RichText } from '../../../components/rich-text/rich-text.tsx';
import { useCreateAnswer } from '../../../domain/ticket/tickets.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { useEdgeHeight } from '../../../lib/edge-height.ts';
import { useCommands } from '../../../lib/keyboard/commands.ts';
import { DialogContext } from '../../../lib/keyboard/dialogs.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { keepAnswerDraft, readAnswerDraft } from '../answer-drafts.ts';
import { useAttachments } from '../use-attachments.ts';
import styles from './answer-form.module.css';
import { AttachFiles } from './attach-files.tsx';
import { InsertReply } from './insert-reply.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { OpenSessionsNote } from './open-sessions-note.tsx';

interface AnswerFormProps {
  ticket: Ticket;
  /** There is someone at the other side for whom the ticket can wait. */
  hasOtherSide: boolean;
  /** Someone else has closed the ticket while this was written. */
  isClosed: boolean;
  /** Someone else has deleted the ticket while this was written. */
  isGone: boolean;
  /** Takes the focus: it takes the place of one that was sent or given up. */
  takesFocus: boolean;
  /** Whether it holds something that would be lost with it. */
  onHolds: (holds: boolean) => void;
  /** It was sent with its files, or given up; another one may take its place. */
  onDone: () => void;
}

const sendKeys = 'mod+Enter';

/**
 * Stands at the foot of a ticket that can be answered: a text, files, and whether it closes the ticket. The answer goes first, its
 * files follow with its id; what could not be sent stays as it is. The text outlasts the form, on this device.
 */
export function AnswerForm(props: AnswerFormProps) {
  const { ticket, hasOtherSide, isClosed, isGone, takesFocus, onHolds, onDone } = props;
  const { id: ticketId } = ticket;
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const { userId } = useUser();
  const isProvider = useCan('integrations:manage');
  const canManage = useCan('tickets:manage');
  const inserter = useRef<((html: string) => void) | null>(null);
  const [text, setText] = useState(() => readAnswerDraft(userId, ticketId));
  const [closes, setCloses] = useState(false);
  const [keepsTurn, setKeepsTurn] = useState(false);
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
  const holds = isWritten || isSent;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when it changes
  useEffect(() => onHolds(holds), [holds]);
  const finish = () => {
    isDone.current = true;
    keepAnswerDraft(userId, ticketId, '');
    onDone();
  };
  const headingId = useId();
  const isInDialog = useContext(DialogContext) !== null;
  const sticks = !useIsNarrow();
  // In a dialog it stands at the dialog's lower edge, not at the window's.
  const edge = useEdgeHeight('--hub-action-bar');
  const field = () => form.current?.querySelector<HTMLElement>('[role="textbox"], textarea');
  useCommands([
    { id: 'ticket.answer', label: t('addAnswer'), group: 'screen', keys: ['r'], run: () => field()?.focus() },
  ]);

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
      field()?.focus();
      return;
    }
    if (closes) setAsking(true);
    else sendText('ongoing');
  }

  function sendText(status: 'ongoing' | 'closed') {
    answer.mutate(
      {
        ...{ ticketId, status, description: text },
        ...(keepsTurn && status === 'ongoing' && { waitsFor: isProvider ? 'provider' : 'integration' }),
      },
      {
        onSuccess: ({ id }) => {
          toast('success', t('answered'));
          keepAnswerDraft(userId, ticketId, '');
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

  /** Before the editor sees it, which would break the line. */
  function sendByKeys(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(isGone || (isClosed && !isSent))) send();
  }

  const isBusy = answer.isPending || attachments.isSending;
  return (
    <form
      ref={(element) => {
        form.current = element;
        return sticks && !isInDialog ? edge(element) : undefined;
      }}
      className={styles.form}
      data-in-dialog={isInDialog || undefined}
      data-ends-page={(!sticks && !isInDialog) || undefined}
      aria-labelledby={headingId}
      noValidate
      onKeyDownCapture={sendByKeys}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {/* The text is kept; files are not. */}
      <LeaveGuard
        mustAsk={() => !isDone.current && (isSent || attachments.files.length > 0)}
        text={t('leaveFiles')}
      />
      <ConfirmModal
        opened={isCancelling}
        onClose={() => setCancelling(false)}
        onConfirm={finish}
        title={t('discardTitle')}
        cancelLabel={t('keepWriting')}
        confirmLabel={t('discard')}
        danger
      >
        {t('leaveText')}
      </ConfirmModal>
      <ConfirmModal
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          sendText('closed');
        }}
        title={t('closeTitle')}
        confirmLabel={t('closeConfirm')}
      >
        <OpenSessionsNote ticket={ticket} />
        <p>{t('closeText')}</p>
        <p className={styles.instead}>{t('closeInstead')}</p>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setAsking(false);
            setCloses(false);
            sendText('ongoing');
          }}
        >
          {t('sendOpen')}
        </Button>
      </ConfirmModal>
      <h3 className={styles.heading} id={headingId}>
        {t('addAnswer')}
      </h3>
      {(isGone || isClosed) && !isSent && (
        <p className={styles.notice} role="status">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {t(isGone ? 'goneMeanwhile' : 'closedMeanwhile')}
        </p>
      )}
      <RichText
        compact
        inserter={inserter}
        label={t('answerText')}
        value={text}
        onChange={(html) => {
          setText(html);
          keepAnswerDraft(userId, ticketId, html);
          setProblem(undefined);
        }}
        error={problem}
        disabled={isSent || answer.isPending}
        onReady={takesFocus ? () => form.current?.scrollIntoView({ block: 'nearest' }) : undefined}
      />
      <div className={styles.extras}>
        {canManage && !isSent && (
          <InsertReply ticket={ticket} inserter={inserter} disabled={answer.isPending} />
        )}
        <div className={styles.files}>
          <AttachFiles
            compact
            attachments={attachments}
            locked={isSent || isBusy}
            onRetry={answerId === null || isBusy ? null : (key) => void sendFiles(answerId, key)}
          />
        </div>
      </div>
      <div className={styles.foot}>
        {!isSent && (
          <Switch
            label={t('closeToggle')}
            checked={closes}
            disabled={isBusy}
            onChange={(event) => setCloses(event.currentTarget.checked)}
          />
        )}
        {!isSent && !closes && hasOtherSide && (
          <Switch
            label={t(isProvider ? 'waitsForIntegration' : 'waitsForProvider')}
            checked={!keepsTurn}
            disabled={isBusy}
            onChange={(event) => setKeepsTurn(!event.currentTarget.checked)}
          />
        )}
        {isSent && attachments.hasFailed && (
          <span className={styles.left} role="alert">
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {t('filesLeft')}
          </span>
        )}
        <span className={styles.actions}>
          {holds && (
            <Button
              variant="default"
              onClick={() => (isSent ? finish() : setCancelling(true))}
              disabled={isBusy}
            >
              {!isSent ? common('cancel') : t(attachments.hasFailed ? 'done' : 'finish')}
            </Button>
          )}
          {(!isSent || isBusy || attachments.canRetry) && (
            <Button
              type="submit"
              loading={isBusy}
              disabled={isGone || (isClosed && !isSent)}
              rightSection={
                sticks ? (
                  <span className={styles.keys} aria-hidden="true">
                    <Keycaps keys={sendKeys} />
                  </span>
                ) : undefined
              }
            >
              {isSent ? t('sendFiles') : t('send')}
            </Button>
          )}
        </span>
      </div>
    </form>
  );
}
