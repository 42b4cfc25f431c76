import { asksAvailability, type Maintenance, maintenanceState, maxRefusalReason } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { useConfirm } from '../../../domain/user/notifications.ts';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { useMinute } from '../../../lib/use-today.ts';
import styles from './maintenance-facts.module.css';

interface AvailabilityProps {
  notificationId: number;
  maintenance: Maintenance;
}

/**
 * Only for people of a notified integration: what they have replied, and the question while a reply counts. What is an emergency,
 * critical or under way informs.
 */
export function Availability({ notificationId, maintenance }: AvailabilityProps) {
  const { t } = useTranslation('notifications');
  const isOfIntegration = useOwnIntegration() !== null;
  const confirm = useConfirm(notificationId);
  const state = maintenanceState(maintenance, useMinute());
  const own = isOfIntegration ? maintenance.integrations[0]?.maintenance_integrations : undefined;
  const thanks = useRestoreFocus<HTMLParagraphElement>(own?.confirmed !== true);
  if (own === undefined) return null;
  if (own.confirmed === true) {
    return (
      <p ref={thanks} className={styles.confirmed} role="status" tabIndex={-1}>
        <IconCheck size={18} stroke={1.75} />
        {t('confirmed')}
      </p>
    );
  }
  if (asksAvailability(maintenance, state)) {
    return (
      <Question
        id={notificationId}
        isDenied={own.confirmed === false}
        reason={own.reason}
        confirm={confirm}
      />
    );
  }
  if (own.confirmed === false) return <Denied reason={own.reason} />;
  return state === 'over' ? null : <p className={styles.informs}>{t('informs')}</p>;
}

function Denied({ reason }: { reason: string | null }) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <p className={styles.denied} role="status">
        {t('denied')}
      </p>
      {reason !== null && <p className={styles.given}>{reason}</p>}
    </>
  );
}

interface QuestionProps {
  id: number;
  /** Whether No is stored: it can become Yes, and its reason another one. */
  isDenied: boolean;
  reason: string | null;
  confirm: ReturnType<typeof useConfirm>;
}

/** No is sent with its reason, which is asked for first; afterwards the question stays, with the reason that was given. */
function Question({ id, isDenied, reason, confirm: { mutate, isPending, variables } }: QuestionProps) {
  const { t } = useTranslation('notifications');
  const [isWriting, setWriting] = useState(false);
  // A button that works takes no focus, and after Yes there is none.
  const isSendingYes = isPending && variables?.confirmation === true;
  const yes = useRestoreFocus<HTMLButtonElement>(isSendingYes);
  // Whoever has sent No, or goes back, is where it was.
  const no = useRestoreFocus<HTMLButtonElement>(isPending || isWriting);
  return (
    <fieldset className={styles.question} aria-describedby={isDenied ? undefined : `no-${id}`}>
      <legend>{t('confirmQuestion')}</legend>
      <Button
        ref={yes}
        // Once there is an answer it is one of two, not what is to be done next.
        variant={isDenied || isWriting ? 'default' : 'filled'}
        aria-pressed={false}
        loading={isSendingYes}
        disabled={isPending && !isSendingYes}
        onClick={() => mutate({ confirmation: true })}
      >
        {t('yes')}
      </Button>
      <Button
        ref={no}
        variant="default"
        aria-pressed={isDenied || isWriting}
        aria-expanded={isWriting}
        disabled={isPending}
        onClick={() => setWriting(true)}
      >
        {t('no')}
      </Button>
      {isDenied ? (
        <Denied reason={isWriting ? null : reason} />
      ) : (
        <p className={styles.noMeans} id={`no-${id}`}>
          {t('noMeans')}
        </p>
      )}
      {isDenied && !isWriting && (
        <Button variant="subtle" size="xs" disabled={isPending} onClick={() => setWriting(true)}>
          {t(reason === null ? 'addReason' : 'changeReason')}
        </Button>
      )}
      {isWriting && (
        <Reason
          reason={reason}
          isDenied={isDenied}
          pending={isPending && !isSendingYes}
          onSend={(text) =>
            mutate({ confirmation: false, reason: text }, { onSuccess: () => setWriting(false) })
          }
          onBack={() => setWriting(false)}
        />
      )}
    </fieldset>
  );
}

interface ReasonProps {
  reason: string | null;
  /** Whether No is stored: then only its reason changes. */
  isDenied: boolean;
  pending: boolean;
  onSend: (reason: string) => void;
  onBack: () => void;
}

/** Why not: the provider sees it beside the answer. */
function Reason({ reason, isDenied, pending, onSend, onBack }: ReasonProps) {
  const { t } = useTranslation('notifications');
  const [text, setText] = useState(reason ?? '');
  const [isMissing, setMissing] = useState(false);
  const fieldId = useId();
  const written = text.trim();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (written !== '') return onSend(written);
    setMissing(true);
    document.getElementById(fieldId)?.focus();
  };
  return (
    <form className={styles.reason} onSubmit={send} noValidate>
      <Textarea
        id={fieldId}
        label={t('reason')}
        description={t('reasonHint')}
        rows={2}
        maxLength={maxRefusalReason}
        value={text}
        error={isMissing && written === '' ? t('reasonNeeded') : undefined}
        // Whoever has pressed No goes on by writing.
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <span className={styles.send}>
        <Button
          type="submit"
          variant="default"
          loading={pending}
          disabled={isDenied && (written === '' || written === reason)}
        >
          {isDenied ? t('sendReason') : t('sendNo')}
        </Button>
        <Button variant="subtle" disabled={pending} onClick={onBack}>
          {t('back')}
        </Button>
      </span>
    </form>
  );
}
