import { messages } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconX } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasAddress, pastedText, readAddresses, refusalOf, withAddress } from '../lib/addresses.ts';
import { useFirstWrong } from '../lib/use-focus.ts';
import styles from './email-list.module.css';
import { Modal } from './modal.tsx';

export type EmailCheck = { ok: true; emails: string[] } | { ok: false; message: string };

/**
 * Adds a typed address to a list, or says why not (ERR-084, ERR-085). Case does not make an address another one. Of several
 * at once, those that are there already are passed over; one that is no address refuses all of them.
 */
export function addEmails(list: string[], text: string): EmailCheck {
  const typed = readAddresses(text);
  const [first] = typed.addresses;
  if (first === undefined || typed.wrong.length > 0) {
    return { ok: false, message: refusalOf(messages.invalidEmail, typed) };
  }
  if (typed.addresses.length === 1 && hasAddress(list, first)) {
    return { ok: false, message: messages.duplicateEmail };
  }
  return { ok: true, emails: typed.addresses.reduce(withAddress, list) };
}

interface EmailListFormProps {
  /** The user's own address: the list starts with it (LIST-24). */
  ownEmail: string | null;
  onSend: (emails: string[]) => void;
  sending?: boolean;
  onCancel?: () => void;
  sendLabel?: string;
  /** Said when Send is pressed without an address; without it Send is off until there is one. */
  missingText?: string;
  /** Beside another form, whose button is the one that stands out. */
  quiet?: boolean;
  /** The field that is typed into. */
  inputRef?: Ref<HTMLInputElement>;
  children?: ReactNode;
}

/** Addresses as chips; typed ones join on Enter, comma or Send, pasted lists at once; Send is off without any (LIST-25). */
export function EmailListForm({
  ownEmail,
  onSend,
  sending,
  onCancel,
  sendLabel,
  missingText,
  quiet,
  inputRef,
  children,
}: EmailListFormProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const [emails, setEmails] = useState<string[]>(ownEmail ? [ownEmail] : []);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [form, showWrong] = useFirstWrong();

  const add = (text = typed): string[] | null => {
    if (text.trim() === '') return emails;
    const check = addEmails(emails, text);
    if (!check.ok) {
      setTyped(text);
      setError(check.message);
      showWrong();
      return null;
    }
    setEmails(check.emails);
    setTyped('');
    setError(null);
    return check.emails;
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const list = add();
        if (list && list.length > 0) onSend(list);
        else if (list && missingText) {
          setError(missingText);
          showWrong();
        }
      }}
    >
      {children}
      <label className="hub-label" htmlFor={id} style={{ display: 'block', marginBottom: 6 }}>
        {t('emails')}
      </label>
      <div className={styles.field} data-error={error ? true : undefined}>
        {emails.map((email) => (
          <span className={styles.chip} key={email}>
            <span className="hub-ellipsis">{email}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={t('remove', { what: email })}
              onClick={() => setEmails(emails.filter((other) => other !== email))}
            >
              <IconX size={13} stroke={1.5} />
            </button>
          </span>
        ))}
        <input
          ref={inputRef}
          id={id}
          className={styles.input}
          type="text"
          inputMode="email"
          autoCapitalize="off"
          spellCheck={false}
          autoComplete="off"
          data-autofocus={missingText === undefined || undefined}
          placeholder={t('emailPlaceholder')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(null);
          }}
          onPaste={(event) => {
            const text = pastedText(typed, event.clipboardData);
            if (text === null) return;
            event.preventDefault();
            add(text);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ',' || event.key === ';') {
              event.preventDefault();
              add();
            } else if (event.key === 'Backspace' && typed === '') {
              setEmails(emails.slice(0, -1));
            }
          }}
        />
      </div>
      {error && (
        <div className={styles.error} id={`${id}-error`} role="alert">
          <IconAlertCircle size={14} stroke={1.75} />
          {error}
        </div>
      )}
      <div className={styles.foot}>
        {onCancel && (
          <Button variant="default" type="button" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button
          type="submit"
          variant={quiet ? 'default' : undefined}
          loading={sending}
          disabled={emails.length === 0 && typed.trim() === '' && missingText === undefined}
        >
          {sendLabel ?? t('send')}
        </Button>
      </div>
    </form>
  );
}

interface EmailListDialogProps extends Omit<EmailListFormProps, 'onCancel'> {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
}

/** The same form in a dialog; it starts anew each time it opens. */
export function EmailListDialog({ opened, onClose, title, ...form }: EmailListDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={480}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {opened && <EmailListForm {...form} onCancel={onClose} />}
    </Modal>
  );
}
