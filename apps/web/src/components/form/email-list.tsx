import { messageOf } from '@ludus/contract';
import { Button, PillsInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { hasAddress, pastedText, readAddresses, refusalOf, withAddress } from '../../lib/addresses.ts';
import { renderMessage } from '../../lib/messages.ts';
import { Modal } from '../modal.tsx';
import { Chip } from './chip.tsx';
import styles from './email-list.module.css';
import type { EmailListDialogProps } from './email-list-dialog.tsx';
import { useSchemaForm } from './use-schema-form.ts';

export type EmailCheck = { ok: true; emails: string[] } | { ok: false; message: string };

/**
 * Adds a typed address to a list, or says why not. Case does not make an address another one. Of several
 * at once, those that are there already are passed over; one that is no address refuses all of them.
 */
export function addEmails(list: string[], text: string): EmailCheck {
  const typed = readAddresses(text);
  const [first] = typed.addresses;
  if (first === undefined || typed.wrong.length > 0) {
    return { ok: false, message: refusalOf(renderMessage(messageOf('fields.invalidAddress')), typed) };
  }
  if (typed.addresses.length === 1 && hasAddress(list, first)) {
    return { ok: false, message: renderMessage(messageOf('fields.duplicateAddress')) };
  }
  return { ok: true, emails: typed.addresses.reduce(withAddress, list) };
}

export interface EmailListFormProps {
  /** The user's own address: the list starts with it. */
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

/** Addresses as chips; typed ones join on Enter, comma or Send, pasted lists at once; Send is off without any. */
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
  const form = useSchemaForm({ initialValues: { emails: ownEmail ? [ownEmail] : [], typed: '' } });
  const { emails, typed } = form.values;
  const setEmails = (list: string[]) => form.setFieldValue('emails', list);

  const add = (text = typed): string[] | null => {
    if (text.trim() === '') return emails;
    const check = addEmails(emails, text);
    if (!check.ok) {
      form.setFieldValue('typed', text);
      form.showErrors({ typed: check.message });
      return null;
    }
    setEmails(check.emails);
    form.setFieldValue('typed', '');
    return check.emails;
  };
  const send = form.bind((_values, event) => {
    event?.stopPropagation();
    const list = add();
    if (list && list.length > 0) onSend(list);
    else if (list && missingText) form.showErrors({ typed: missingText });
  });
  return (
    <form {...send}>
      {children}
      <PillsInput
        label={t('emails')}
        error={form.errors.typed}
        errorProps={{ role: 'alert' }}
        classNames={{ input: styles.field }}
      >
        {emails.map((email) => (
          <Chip
            key={email}
            label={email}
            onRemove={() => setEmails(emails.filter((other) => other !== email))}
          />
        ))}
        <PillsInput.Field
          ref={inputRef}
          className={styles.input}
          inputMode="email"
          autoCapitalize="off"
          spellCheck={false}
          autoComplete="off"
          data-autofocus={missingText === undefined || undefined}
          placeholder={t('emailPlaceholder')}
          {...form.getInputProps('typed', { withError: false })}
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
      </PillsInput>
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

/** The form in its dialog. */
export function EmailListModal({ opened, onClose, title, ...form }: EmailListDialogProps) {
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
