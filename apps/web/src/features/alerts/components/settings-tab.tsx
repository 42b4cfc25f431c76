import type { AlertSettings } from '@ludus/contract';
import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { alertSettingsQuery, useSaveAlertSettings, useTestWebhook } from '../../../domain/alert/alerts.ts';
import { usersQuery } from '../../../domain/user/people.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './alerts.module.css';
import { Deliveries } from './deliveries.tsx';

/** Who is notified of incidents, the webhook, and how long a maintenance keeps an integration quiet. */
export function SettingsTab() {
  const query = useQuery(alertSettingsQuery());
  return <QueryView query={query}>{query.data && <SettingsForm settings={query.data} />}</QueryView>;
}

interface Draft {
  recipients: string[];
  sendsMail: boolean;
  webhookUrl: string;
  maintenanceHours: number;
  graceHours: number;
}

const draftOf = ({
  recipients,
  sendsMail,
  webhookUrl,
  maintenanceHours,
  graceHours,
}: AlertSettings): Draft => ({
  recipients: recipients ?? [],
  sendsMail,
  webhookUrl: webhookUrl ?? '',
  maintenanceHours,
  graceHours,
});

const bodyOf = ({ recipients, webhookUrl, ...others }: Draft) => ({
  ...others,
  recipients: recipients.length === 0 ? null : recipients,
  webhookUrl: webhookUrl.trim() === '' ? null : webhookUrl.trim(),
});

function SettingsForm({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation('alerts');
  const people = useQuery(usersQuery(null));
  const form = useSchemaForm<Draft, ReturnType<typeof bodyOf>>({
    initialValues: draftOf(settings),
    toBody: bodyOf,
  });
  const { values, errors, setValues } = form;
  const save = useSaveAlertSettings();
  const submit = form.bind((body) =>
    save.mutate(body, {
      onSuccess: () => {
        toast('success', t('settingsSaved'));
        form.resetDirty();
      },
      onError: (error) => {
        if (!form.refuse(error)) toast('error', error.message, { error });
      },
    }),
  );
  const hours = (field: 'maintenanceHours' | 'graceHours', min: number) => (
    <NumberInput
      label={t(field)}
      min={min}
      max={72}
      allowNegative={false}
      value={Number.isNaN(values[field]) ? '' : values[field]}
      error={errors[field]}
      onChange={(value) => setValues({ [field]: value === '' ? Number.NaN : Number(value) })}
    />
  );
  return (
    <form {...submit} className={`${styles.form} ${styles.settings}`}>
      <Panel title={t('notified')}>
        <div className={styles.form}>
          <p className={styles.help}>{t('notifiedHelp')}</p>
          <MultiPicker
            label={t('recipients')}
            placeholder={t('everyAdmin')}
            value={values.recipients}
            onChange={(recipients) => setValues({ recipients })}
            options={(people.data?.rows ?? [])
              .filter(({ integrationId }) => integrationId === null)
              .flatMap(({ userId, username }) => (userId === null ? [] : { value: userId, label: username }))}
          />
          <Switch
            label={t('sendsMail')}
            checked={values.sendsMail}
            onChange={(event) => setValues({ sendsMail: event.currentTarget.checked })}
          />
        </div>
      </Panel>
      <Panel title={t('webhook')}>
        <div className={styles.form}>
          <p className={styles.help}>{t('webhookHelp')}</p>
          <TextInput
            label={t('webhookUrl')}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            {...form.getInputProps('webhookUrl')}
          />
          {settings.webhookSecret !== null && (
            <Secret secret={settings.webhookSecret} canTest={settings.webhookUrl !== null} />
          )}
        </div>
        {settings.tests.length > 0 && <Deliveries title={t('tests')} deliveries={settings.tests} />}
      </Panel>
      <Panel title={t('maintenance')}>
        <div className={styles.form}>
          <p className={styles.help}>{t('maintenanceHelp')}</p>
          <div className={styles.fields}>
            {hours('maintenanceHours', 1)}
            {hours('graceHours', 0)}
          </div>
        </div>
      </Panel>
      <div className={styles.foot}>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function Secret({ secret, canTest }: { secret: string; canTest: boolean }) {
  const { t } = useTranslation('alerts');
  const test = useTestWebhook();
  return (
    <div className={styles.actions}>
      <CopyButton
        value={secret}
        label={t('webhookSecret')}
        success={t('secretCopied')}
        failure={t('secretNotCopied')}
      >
        {t('copySecret')}
      </CopyButton>
      {canTest && (
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() =>
            test.mutate(undefined, {
              onSuccess: () => toast('success', t('testQueued')),
              onError: (error) => toast('error', error.message, { error }),
            })
          }
        >
          {t('sendTest')}
        </Button>
      )}
    </div>
  );
}
