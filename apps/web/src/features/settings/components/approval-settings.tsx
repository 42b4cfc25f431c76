import type { ApprovalSettings } from '@ludus/contract';
import { Button, NumberInput, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/note.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import {
  approvalSettingsQuery,
  changeRequestsQuery,
  useSaveApprovalSettings,
} from '../../../domain/approval/approvals.ts';
import { toast } from '../../../lib/toast.tsx';
import rules from './approval-settings.module.css';
import styles from './settings.module.css';

const kinds = ['visibility', 'bets', 'roles', 'terms'] as const;

interface ApprovalSettingsFormProps {
  /** It stands beneath the queue: it is named by what it sets, and leads nowhere. */
  isOnApprovals?: boolean;
}

/** Which changes wait for a second person, for the whole hub. Less than before waits itself. */
export function ApprovalSettingsForm({ isOnApprovals = false }: ApprovalSettingsFormProps) {
  const { t } = useTranslation('settings');
  const query = useQuery(approvalSettingsQuery());
  // Here, because the form may begin anew before its own response arrives, which would then say nothing.
  const save = useSaveApprovalSettings();
  return (
    <Panel
      title={t(isOnApprovals ? 'approvals.what' : 'approvals.title')}
      coverage={t('approvals.hint')}
      hasLongCoverage
    >
      <QueryView query={query}>
        {query.data && (
          // Another person may have approved a change of them: then the form begins with what applies.
          <Form
            key={JSON.stringify(query.data.settings)}
            {...query.data}
            save={save}
            isOnApprovals={isOnApprovals}
          />
        )}
      </QueryView>
    </Panel>
  );
}

interface FormProps {
  settings: ApprovalSettings;
  approvers: number;
  save: ReturnType<typeof useSaveApprovalSettings>;
  isOnApprovals: boolean;
}

function Form({ settings, approvers, save, isOnApprovals }: FormProps) {
  const { t } = useTranslation('settings');
  const form = useSchemaForm<ApprovalSettings>({ initialValues: settings });
  const { values, errors } = form;
  const { t: approval } = useTranslation('approval');
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ body: ApprovalSettings; waiting: number } | null>(null);
  const send = (body: ApprovalSettings) =>
    save.mutate(body, {
      onSuccess: () => {
        toast('success', t('approvals.saved'));
        form.resetDirty();
      },
      onError: (error) => {
        // A switch says what applies; numbers that were typed stay, to be corrected.
        form.setValues(Object.fromEntries(kinds.map((kind) => [kind, settings[kind]])));
        if (!form.refuse(error)) toast('error', error.message, { error });
      },
      onSettled: () => setAsked(null),
    });
  /** Asks before a kind is switched off of which changes wait: those stay as they are. */
  const submit = async (body: ApprovalSettings) => {
    const off = kinds.filter((kind) => settings[kind] && !body[kind]);
    const queries = off.map((kind) => changeRequestsQuery({ kind, state: 'waiting', limit: 1 }));
    // What cannot be counted keeps no one from saving.
    const pages = await Promise.all(queries.map((query) => client.fetchQuery(query))).catch(() => []);
    const waiting = pages.reduce((sum, { count }) => sum + count, 0);
    if (waiting > 0) setAsked({ body, waiting });
    else send(body);
  };
  const number = (field: 'visibilityThreshold' | 'expiryDays', min: number, max: number) => (
    <NumberInput
      className={rules.number}
      label={t(`approvals.${field}`)}
      min={min}
      max={max}
      allowNegative={false}
      allowDecimal={false}
      value={values[field]}
      error={errors[field]}
      onChange={(value) => form.setValues({ [field]: Number(value) })}
    />
  );
  return (
    <form
      {...form.bind((body) => void submit(body))}
      className={styles.form}
      aria-label={t(isOnApprovals ? 'approvals.what' : 'approvals.title')}
    >
      {approvers < 2 && (
        <Note role="status" icon={<IconAlertTriangle size={20} stroke={1.5} />} title={t('approvals.tooFew')}>
          <InternalLink href="/users">{t('approvals.toUsers')}</InternalLink>
        </Note>
      )}
      <ul className={rules.list}>
        {kinds.map((kind) => (
          <li key={kind}>
            <Switch
              className={rules.switch}
              label={t(`approvals.kinds.${kind}`)}
              description={t(`approvals.notes.${kind}`)}
              checked={values[kind]}
              // What is on can be switched off.
              disabled={approvers < 2 && !values[kind] && !settings[kind]}
              onChange={(event) => form.setValues({ [kind]: event.currentTarget.checked })}
            />
            {kind === 'visibility' && values.visibility && number('visibilityThreshold', 0, 10_000)}
          </li>
        ))}
        {/* While all are off there is nothing that could expire. */}
        {kinds.some((kind) => values[kind]) && <li>{number('expiryDays', 1, 90)}</li>}
      </ul>
      {(!isOnApprovals || form.isDirty()) && (
        <div className={styles.foot}>
          {isOnApprovals ? <span /> : <InternalLink href="/approvals">{t('approvals.open')}</InternalLink>}
          {form.isDirty() && (
            <Button type="submit" variant={isOnApprovals ? 'filled' : 'default'} loading={save.isPending}>
              {t('approvals.save')}
            </Button>
          )}
        </div>
      )}
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={approval('offTitle')}
        confirmLabel={t('approvals.save')}
        loading={save.isPending}
        onConfirm={() => asked && send(asked.body)}
      >
        {approval('offText', { count: asked?.waiting ?? 0 })}
      </ConfirmModal>
    </form>
  );
}
