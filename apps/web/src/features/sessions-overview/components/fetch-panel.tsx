import { type Integration, messageOf } from '@ludus/contract';
import { Button, Checkbox, Loader } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { formatPeriod } from '../../../components/form/period-picker.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useFetchSessions } from '../../../domain/session/sessions.ts';
import { daysOf, type Period } from '../../../lib/days.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './fetch-panel.module.css';

interface FetchPanelProps {
  period: Period;
  integrations: readonly Integration[];
  isFetching: boolean;
  /** Id of the socket connection, sent along with the call. */
  socketId: () => string | undefined;
  onStarted: (jobId: string) => void;
}

/** The most Rome days one fetch may ask for, both ends included. */
export const maxFetchDays = 31;

/** Chooses integrations and fetches their sessions of the period. */
export function FetchPanel({ period, integrations, isFetching, socketId, onStarted }: FetchPanelProps) {
  const { t } = useTranslation('sessionsOverview');
  const [chosen, setChosen] = useState<string[]>([]);
  const [isForced, setIsForced] = useState(false);
  const fetching = useFetchSessions({
    onStarted: (jobId) => {
      toast('running', t('fetchStarted'));
      setIsForced(false);
      onStarted(jobId);
    },
    onFailed: (error) => void toast('error', error.message, { error }),
  });
  const start = () => {
    if (daysOf(period) > maxFetchDays)
      toast('error', renderMessage(messageOf('fields.fetchIntervalTooLong')));
    else
      fetching.mutate({
        dateStart: period.from,
        dateEnd: period.to,
        integrationIds: chosen.map(Number),
        socketId: socketId(),
        ...(isForced && { forceUpdate: true }),
      });
  };
  return (
    <Panel
      title={t('fetchTitle')}
      coverage={t('fetchCoverage', { period: formatPeriod(period) })}
      actions={
        isFetching && (
          <span className={styles.running} role="status">
            <Loader size={14} /> {t('fetchingPart')}
          </span>
        )
      }
    >
      <div className={styles.row}>
        <div className={styles.picker}>
          <MultiPicker
            label={t('integrations')}
            placeholder={t('allIntegrations')}
            value={chosen}
            onChange={setChosen}
            chips={4}
            options={integrations.map((integration) => ({
              value: String(integration.id),
              label: integration.name,
              art: <IntegrationChip name={integration.name} number={integration.id} size={16} />,
            }))}
          />
        </div>
        <Button
          variant="default"
          onClick={start}
          loading={fetching.isPending}
          leftSection={<IconCloudDownload size={16} stroke={1.5} />}
        >
          {t('fetch')}
        </Button>
      </div>
      <Checkbox
        className={styles.force}
        size="xs"
        checked={isForced}
        onChange={({ currentTarget }) => setIsForced(currentTarget.checked)}
        label={t('forceUpdate')}
        description={t('forceUpdateHelp')}
      />
    </Panel>
  );
}
