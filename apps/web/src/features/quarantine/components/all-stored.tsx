import type { ServiceStatus } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { CalmLine } from '../../../components/feedback/calm-line.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { serviceStatusesQuery } from '../../../domain/integration/integrations.ts';
import { formatInstant } from '../../../lib/format.ts';
import styles from './all-stored.module.css';

/** In place of rows where nothing waits: up to when the rows of each integration were received, all of which are stored. */
export function AllStored() {
  const { t } = useTranslation('quarantine');
  const query = useQuery(serviceStatusesQuery());
  const rows = query.data?.rows ?? [];
  // Up to then nothing of any of them is missing.
  const oldest = rows
    .flatMap(({ fetchedAt }) => fetchedAt ?? [])
    .toSorted()
    .at(0);
  const columns = useMemo<DataColumn<ServiceStatus>[]>(
    () => [
      {
        id: 'integration',
        header: t('integration'),
        width: '34%',
        cell: ({ integrationName, integrationId }) => (
          <IntegrationName name={integrationName} number={integrationId} />
        ),
      },
      {
        id: 'fetchedAt',
        header: t('receivedUpTo'),
        align: 'right',
        cell: ({ fetchedAt }) =>
          fetchedAt === null ? t('notFetched') : <DateTime value={fetchedAt} format="minutes" />,
      },
    ],
    [t],
  );
  return (
    <QueryView query={query}>
      <Panel label={t('emptyYet')}>
        <CalmLine title={t('emptyYet')}>
          {oldest && t('allStored', { time: formatInstant(oldest, 'minutes') })}
        </CalmLine>
        <div className={styles.rows}>
          <DataTable
            bare
            label={t('byIntegration')}
            columns={columns}
            rows={rows}
            rowId={({ integrationId }) => String(integrationId)}
            rowHeight={44}
            loading={!query.data}
            skeletonRows={5}
            phoneRow={({ integrationName, integrationId, fetchedAt }) => ({
              art: <IntegrationChip name={integrationName} number={integrationId} size={24} />,
              title: integrationName,
              sub:
                fetchedAt === null
                  ? t('notFetched')
                  : t('receivedUpToTime', { time: formatInstant(fetchedAt, 'minutes') }),
            })}
          />
        </div>
      </Panel>
    </QueryView>
  );
}
