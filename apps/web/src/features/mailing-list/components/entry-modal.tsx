import { type MailingListEntry, reportTypes } from '@ludus/contract';
import { Button, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { IntegrationChip } from '../../../components/identity.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { Modal } from '../../../components/modal.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { SegmentedSwitch } from '../../../components/segmented-switch.tsx';
import { pastedText, refusalOf } from '../../../lib/addresses.ts';
import { ApiError } from '../../../lib/api/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useFirstWrong, useFocusBack } from '../../../lib/use-focus.ts';
import { integrationsQuery, NotAdded, useDeleteEntry, useSaveEntries } from '../api/mailing-list.ts';
import { checkDraft, type Draft, draftOf, emptyDraft, isOther, type Problems } from '../entry.ts';
import styles from './entry-modal.module.css';

interface EntryModalProps {
  /** What is edited, `new` to add one, null for none. */
  entry: MailingListEntry | 'new' | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** One dialog adds and edits (MAIL-02). */
export function EntryModal({ entry, onClose, onDeleted }: EntryModalProps) {
  const { t } = useTranslation('mailingList');
  const common = useTranslation('common');
  const [isChanged, setChanged] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => {
    setChanged(false);
    setLeaving(false);
    onClose();
  };
  return (
    <>
      <Modal
        opened={entry !== null}
        onClose={() => (isChanged ? setLeaving(true) : close())}
        title={entry === 'new' ? t('addTitle') : t('editTitle')}
        size={480}
        closeButtonProps={{ 'aria-label': common.t('close') }}
      >
        {entry !== null && (
          <EntryForm
            entry={entry === 'new' ? null : entry}
            onChanged={setChanged}
            onClose={close}
            onDeleted={onDeleted}
          />
        )}
      </Modal>
      <LeaveGuard
        mustAsk={() => isChanged}
        closing={{ isAsked: isLeaving, onStay: () => setLeaving(false), onLeave: close }}
        title={t('leaveTitle')}
        stayLabel={t('stay')}
        leaveLabel={t('leave')}
      >
        {t('leaveText')}
      </LeaveGuard>
    </>
  );
}

const typeValues = Object.values(reportTypes);
type TypeValue = `${(typeof typeValues)[number]}`;

/** ERR-056: what the server says. */
const tell = (error: Error) => toast('error', error.message);

const isDouble = (error: Error) => error instanceof ApiError && error.status === 409;

interface EntryFormProps {
  entry: MailingListEntry | null;
  /** Whether something would be lost now. */
  onChanged: (isChanged: boolean) => void;
  onClose: () => void;
  onDeleted: () => void;
}

function EntryForm({ entry, onChanged, onClose, onDeleted }: EntryFormProps) {
  const { t } = useTranslation('mailingList');
  const common = useTranslation('common');
  const integrations = useQuery(integrationsQuery()).data?.rows ?? [];
  const [draft, setDraft] = useState<Draft>(() => (entry === null ? emptyDraft : draftOf(entry)));
  const [start, setStart] = useState(draft);
  const [problems, setProblems] = useState<Problems>({});
  const [isAsking, setAsking] = useState(false);
  const save = useSaveEntries();
  const remove = useDeleteEntry();
  const [form, showWrong] = useFirstWrong();
  const saveButton = useFocusBack<HTMLButtonElement>(save.isPending);

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setProblems({});
    onChanged(isOther(next, start));
  };
  const refuse = (found: Problems) => {
    setProblems(found);
    showWrong();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkDraft(
      draft,
      integrations.map(({ id }) => id),
    );
    if (checked.entries === null) {
      refuse(checked.problems);
      return;
    }
    const { emails } = checked.entries;
    save.mutate(
      { id: entry?.id ?? null, entries: checked.entries },
      {
        onSuccess: () => {
          toast('success', entry === null ? t('added') : t('edited'));
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof NotAdded)) {
            if (isDouble(error)) refuse({ integration: error.message });
            else tell(error);
            return;
          }
          const { refused } = error;
          const count = emails.length - refused.length;
          if (count > 0) toast('success', t('addedSome', { count, shown: formatCount(count) }));
          // The others are on the list; these stay in the field.
          const kept = { ...draft, email: refused.map(({ email }) => email).join(', ') };
          setDraft(kept);
          const other = refused.find((one) => !isDouble(one.error));
          if (other) tell(other.error);
          else {
            // All of them get this report: closing the dialog loses nothing.
            setStart(kept);
            onChanged(false);
          }
          const doubles = refused.filter((one) => isDouble(one.error));
          if (doubles[0]) {
            const typed = { addresses: emails, wrong: doubles.map(({ email }) => email) };
            refuse({ email: refusalOf(doubles[0].error.message, typed) });
          }
        },
      },
    );
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
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
        <Button ref={saveButton} type="submit" loading={save.isPending}>
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
                onDeleted();
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
