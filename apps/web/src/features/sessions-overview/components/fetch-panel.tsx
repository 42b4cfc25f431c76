import { fetchSessions, getLastFetch, type Integration, messages } from '@ludus/contract';
import { Button, Loader } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatPeriod } from '../../../components/period-picker.tsx';
import { call, keyOf, useMutation } from '../../../lib/api/index.ts';
import { daysOf, type Period } from '../../../lib/days.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './fetch-panel.module.css';

interface FetchPanelProps {
  period: Period;
  integrations: readonly Integration[];
  isFetching: boolean;
  /** Id of the socket connection, sent along with the call (RT-07). */
  socketId: () => string | undefined;
  onStarted: (jobId: string) => void;
}

/** The most Rome days one fetch may ask for, both ends included (SESS-10, OPEN-95). */
export const maxFetchDays = 31;

/** Chooses integrations and fetches their sessions of the period (SESS-03). */
export function FetchPanel({ period, integrations, isFetching, socketId, onStarted }: FetchPanelProps) {
  const { t } = useTranslation('sessionsOverview');
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string[]>([]);
  const fetching = useMutation({
    mutationFn: () =>
      call(fetchSessions, {
        query: {
          dateStart: period.from,
          dateEnd: period.to,
          integrationIds: chosen.map(Number),
          socketId: socketId(),
        },
      }),
    onSuccess: ({ jobId }) => {
      toast('running', t('fetchStarted'));
      onStarted(jobId);
      return queryClient.invalidateQueries({ queryKey: keyOf(getLastFetch) });
    },
    onError: (error) => void toast('error', error.message),
  });
  const start = () => {
    if (daysOf(period) > maxFetchDays) toast('error', messages.fetchIntervalTooLong);
    else fetching.mutate();
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
    </Panel>
  );
}
