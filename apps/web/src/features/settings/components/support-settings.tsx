import type { TicketSettings } from '@ludus/contract';
import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { SavedRepliesList } from '../../../domain/ticket/saved-replies-list.tsx';
import { ticketSettingsQuery, useSaveTicketSettings } from '../../../domain/ticket/ticket-work.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './settings.module.css';

/** Within how many hours tickets are answered, for the whole hub, and the replies that are saved. */
export function SupportSettings() {
  const { t } = useTranslation('settings');
  const { t: tickets } = useTranslation('tickets');
  const query = useQuery(ticketSettingsQuery());
  return (
    <>
      <Panel title={t('ticketTargets')}>
        <QueryView query={query}>{query.data && <Targets settings={query.data} />}</QueryView>
      </Panel>
      <Panel title={tickets('replies.heading')}>
        <SavedRepliesList />
      </Panel>
    </>
  );
}

/** An empty field is no target. */
function Targets({ settings }: { settings: TicketSettings }) {
  const { t } = useTranslation('settings');
  const form = useSchemaForm<TicketSettings>({ initialValues: settings });
  const save = useSaveTicketSettings();
  const { values, errors } = form;
  const hours = (field: keyof TicketSettings) => (
    <NumberInput
      label={t(field)}
      placeholder={t('noTarget')}
      min={1}
      max={720}
      allowNegative={false}
      allowDecimal={false}
      value={values[field] ?? ''}
      error={errors[field]}
      onChange={(value) => form.setValues({ [field]: value === '' ? null : Number(value) })}
    />
  );
  return (
    <form
      {...form.bind((body) =>
        save.mutate(body, {
          onSuccess: () => {
            toast('success', t('targetsSaved'));
            form.resetDirty();
          },
          onError: (error) => {
            if (!form.refuse(error)) toast('error', error.message, { error });
          },
        }),
      )}
      className={styles.form}
      aria-label={t('ticketTargets')}
    >
      <p className={styles.hint}>{t('targetsHint')}</p>
      <div className={styles.pair}>
        {hours('firstAnswerHours')}
        {hours('nextAnswerHours')}
      </div>
      <div className={styles.foot}>
        <span />
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('saveTargets')}
        </Button>
      </div>
    </form>
  );
}
