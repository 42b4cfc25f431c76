import { type Maintenance, maintenanceState, maxRefusalReason } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { useConfirm } from '../../../domain/user/notifications.ts';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { useMinute } from '../../../lib/use-today.ts';
import styles from './maintenance-facts.module.css';

/** Only for people of a notified integration. No is sent with its reason, which is asked for first; afterwards the question stays. */
export function Availability(props: { notificationId: number; maintenance: Maintenance }) {
  const { t } = useTranslation('notifications');
  const isOfIntegration = useOwnIntegration() !== null;
  const { mutate, isPending, variables } = useConfirm(props.notificationId);
  const { severity, integrations } = props.maintenance;
  const isOver = maintenanceState(props.maintenance, useMinute()) === 'over';
  const [wantsNo, setWantsNo] = useState(false);
  const own = isOfIntegration ? integrations[0] : undefined;
  // A button that works takes no focus, and after Yes there is none.
  const yes = useRestoreFocus<HTMLButtonElement>(isPending && variables?.confirmation === true);
  const isDenied = own?.maintenance_integrations.confirmed === false;
  // The form of the reason begins anew with the answer.
  const no = useRestoreFocus<HTMLButtonElement>(isPending || !isDenied);
  const thanks = useRestoreFocus<HTMLParagraphElement>(own?.maintenance_integrations.confirmed !== true);
  if (own === undefined) return null;
  const { confirmed, reason } = own.maintenance_integrations;
  if (confirmed === true) {
    return (
      <p ref={thanks} className={styles.confirmed} role="status" tabIndex={-1}>
        <IconCheck size={18} stroke={1.75} />
        {t('confirmed')}
      </p>
    );
  }
  if (severity >= 4 || isOver) return null;
  const isSendingYes = isPending && variables?.confirmation === true;
  return (
    <fieldset
      className={styles.question}
      aria-describedby={isDenied ? undefined : `no-${props.notificationId}`}
    >
      <legend>{t('confirmQuestion')}</legend>
      <Button
        ref={yes}
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
        aria-pressed={isDenied || wantsNo}
        aria-expanded={isDenied || wantsNo}
        disabled={isPending}
        onClick={() => setWantsNo(true)}
      >
        {t('no')}
      </Button>
      {isDenied && (
        <span className={styles.denied} role="status">
          {t('denied')}
        </span>
      )}
      {!isDenied && (
        <p className={styles.noMeans} id={`no-${props.notificationId}`}>
          {t('noMeans')}
        </p>
      )}
      {(isDenied || wantsNo) && (
        <Reason
          key={`${isDenied} ${reason}`}
          reason={reason}
          isDenied={isDenied}
          pending={isPending && !isSendingYes}
          onSend={(text) =>
            mutate({ confirmation: false, reason: text }, { onSuccess: () => setWantsNo(false) })
          }
          onBack={() => setWantsNo(false)}
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
        autoFocus={!isDenied}
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
        {!isDenied && (
          <Button variant="subtle" disabled={pending} onClick={onBack}>
            {t('back')}
          </Button>
        )}
      </span>
    </form>
  );
}
