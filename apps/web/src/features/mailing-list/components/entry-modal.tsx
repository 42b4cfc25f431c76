import { type MailingListEntry, reportTypes } from '@ludus/contract';
import { Button, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { NotAddedError, useDeleteEntry, useSaveEntries } from '../../../domain/user/mailing-list.ts';
import { pastedText, refusalOf } from '../../../lib/addresses.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { draftOf, emptyDraft, entriesOf, problemsOf } from '../entry.ts';
import { Delivery } from './delivery.tsx';
import styles from './entry-modal.module.css';

interface EntryModalProps {
  /** What is edited, `new` to add one, null for none. */
  entry: MailingListEntry | 'new' | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** One dialog adds and edits. */
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
        closing={{ isConfirmOpen: isLeaving, onStay: () => setLeaving(false), onLeave: close }}
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

/** What the server says. */
const toastError = (error: Error) => toast('error', error.message, { error });

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
  const form = useSchemaForm({
    initialValues: entry === null ? emptyDraft : draftOf(entry),
    toBody: (values) =>
      entriesOf(
        values,
        integrations.map(({ id }) => id),
      ),
    rules: problemsOf,
  });
  const { values: draft, errors, setValues: change } = form;
  const isChanged = form.isDirty();
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  const [isAsking, setAsking] = useState(false);
  const save = useSaveEntries();
  const remove = useDeleteEntry();
  const saveButton = useRestoreFocus<HTMLButtonElement>(save.isPending);

  const submit = form.bind((entries) =>
    save.mutate(
      { id: entry?.id ?? null, entries },
      {
        onSuccess: () => {
          toast('success', entry === null ? t('added') : t('edited'));
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof NotAddedError)) {
            if (isDouble(error)) form.showErrors({ integrationId: error.message });
            else toastError(error);
            return;
          }
          const { refused } = error;
          const count = entries.emails.length - refused.length;
          if (count > 0) toast('success', t('addedSome', { count }));
          // The others are on the list; these stay in the field.
          change({ email: refused.map(({ email }) => email).join(', ') });
          const other = refused.find((one) => !isDouble(one.error));
          if (other) toastError(other.error);
          // All of them get this report: closing the dialog loses nothing.
          else form.resetDirty();
          const doubles = refused.filter((one) => isDouble(one.error));
          if (doubles[0]) {
            const typed = { addresses: entries.emails, wrong: doubles.map(({ email }) => email) };
            form.showErrors({ email: refusalOf(doubles[0].error.message, typed) });
          }
        },
      },
    ),
  );
  return (
    <form {...submit} className={styles.form}>
      <TextInput
        label={t('email')}
        description={t(entry === null ? 'emailsHint' : 'emailStays')}
        inputMode="email"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={entry === null || undefined}
        disabled={entry !== null}
        {...form.getInputProps('email')}
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
          error={errors.integrationId}
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
        {errors.reportTypeId && (
          <p className={styles.problem} role="alert">
            {errors.reportTypeId}
          </p>
        )}
      </div>
      {entry !== null && (
        <div>
          <div className="hub-label">{t('nextDelivery')}</div>
          <Delivery entry={entry} />
        </div>
      )}
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
                toastError(error);
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
