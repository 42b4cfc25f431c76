import { type MailingListEntry, reportTypes } from '@ludus/contract';
import { Button, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { IntegrationChip } from '../../../components/identity.tsx';
import { Modal } from '../../../components/modal.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { SegmentedSwitch } from '../../../components/segmented-switch.tsx';
import { pastedText, refusalOf } from '../../../lib/addresses.ts';
import { ApiError } from '../../../lib/api/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { integrationsQuery, NotAdded, useDeleteEntry, useSaveEntries } from '../api/mailing-list.ts';
import { checkDraft, type Draft, draftOf, emptyDraft, type Problems } from '../entry.ts';
import styles from './entry-modal.module.css';

interface EntryModalProps {
  /** What is edited, `new` to add one, null for none. */
  entry: MailingListEntry | 'new' | null;
  onClose: () => void;
}

/** One dialog adds and edits (MAIL-02). */
export function EntryModal({ entry, onClose }: EntryModalProps) {
  const { t } = useTranslation('mailingList');
  const common = useTranslation('common');
  return (
    <Modal
      opened={entry !== null}
      onClose={onClose}
      title={entry === 'new' ? t('addTitle') : t('editTitle')}
      size={480}
      closeButtonProps={{ 'aria-label': common.t('close') }}
    >
      {entry !== null && <EntryForm entry={entry === 'new' ? null : entry} onClose={onClose} />}
    </Modal>
  );
}

const typeValues = Object.values(reportTypes);
type TypeValue = `${(typeof typeValues)[number]}`;

/** ERR-056: what the server says. */
const tell = (error: Error) => toast('error', error.message);

function EntryForm({ entry, onClose }: { entry: MailingListEntry | null; onClose: () => void }) {
  const { t } = useTranslation('mailingList');
  const common = useTranslation('common');
  const integrations = useQuery(integrationsQuery()).data?.rows ?? [];
  const [draft, setDraft] = useState<Draft>(() => (entry === null ? emptyDraft : draftOf(entry)));
  const [problems, setProblems] = useState<Problems>({});
  const [isAsking, setAsking] = useState(false);
  const save = useSaveEntries();
  const remove = useDeleteEntry();

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkDraft(
      draft,
      integrations.map(({ id }) => id),
    );
    if (checked.entries === null) {
      setProblems(checked.problems);
      return;
    }
    save.mutate(
      { id: entry?.id ?? null, entries: checked.entries },
      {
        onSuccess: () => {
          toast('success', entry === null ? t('added') : t('edited'));
          onClose();
        },
        onError: (error) => {
          const cause = error instanceof NotAdded ? error.cause : error;
          const isDouble = cause instanceof ApiError && cause.status === 409;
          if (!isDouble) tell(error);
          if (error instanceof NotAdded) {
            // The others are on the list; these stay in the field.
            setDraft({ ...draft, email: error.emails.join(', ') });
            const typed = { addresses: checked.entries.emails, wrong: [...error.emails] };
            if (isDouble) setProblems({ email: refusalOf(error.message, typed) });
          } else if (isDouble) setProblems({ integration: error.message });
        },
      },
    );
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label={t('email')}
        description={t(entry === null ? 'emailsHint' : 'emailStays')}
        inputMode="email"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={entry === null || undefined}
        disabled={entry !== null}
        value={draft.email}
        error={problems.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
        onPaste={(event) => {
          const text = pastedText(draft.email, event.clipboardData);
          if (text === null) return;
          event.preventDefault();
          change({ email: text });
        }}
      />
      <div className={styles.integration}>
        <MultiPicker
          label={t('integration')}
          placeholder={draft.all ? t('all') : t('chooseIntegration')}
          single
          disabled={draft.all}
          error={problems.integration}
          value={draft.all || draft.integrationId === null ? [] : [String(draft.integrationId)]}
          onChange={([id]) => change({ integrationId: id === undefined ? null : Number(id) })}
          options={integrations.map(({ id, name }) => ({
            value: String(id),
            label: name,
            art: <IntegrationChip name={name} number={id} size={16} />,
          }))}
        />
        <Switch
          className={styles.all}
          label={t('all')}
          checked={draft.all}
          onChange={(event) => change({ all: event.currentTarget.checked })}
        />
      </div>
      <div>
        <div className="hub-label" style={{ marginBottom: 6 }}>
          {t('reportType')}
        </div>
        <SegmentedSwitch<TypeValue | ''>
          label={t('reportType')}
          value={draft.reportTypeId === null ? '' : `${draft.reportTypeId}`}
          onChange={(value) => change({ reportTypeId: typeValues.find((id) => `${id}` === value) ?? null })}
          options={typeValues.map((id) => ({ value: `${id}` as const, label: t(`reportTypes.${id}`) }))}
          fullWidth
        />
        {problems.reportType && (
          <p className={styles.problem} role="alert">
            {problems.reportType}
          </p>
        )}
      </div>
      <div className={styles.foot}>
        {entry !== null && (
          <Button
            className={styles.delete}
            variant="default"
            type="button"
            data-danger
            onClick={() => setAsking(true)}
          >
            {t('delete')}
          </Button>
        )}
        <Button variant="default" type="button" onClick={onClose}>
          {common.t('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {entry === null ? t('add') : t('save')}
        </Button>
      </div>
      {entry !== null && (
        <ConfirmModal
          opened={isAsking}
          onClose={() => setAsking(false)}
          title={t('sureTitle')}
          confirmLabel={t('yes')}
          cancelLabel={t('no')}
          danger
          loading={remove.isPending}
          onConfirm={() =>
            remove.mutate(entry.id, {
              onSuccess: () => {
                toast('success', t('deleted'));
                onClose();
              },
              onError: (error) => {
                setAsking(false);
                tell(error);
              },
            })
          }
        >
          {t('sureText', { email: entry.email })}
        </ConfirmModal>
      )}
    </form>
  );
}
