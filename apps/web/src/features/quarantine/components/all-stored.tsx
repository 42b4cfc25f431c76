import type { ServiceStatus } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Count } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { serviceStatusesQuery } from '../../../domain/integration/integrations.ts';
import { formatInstant } from '../../../lib/format.ts';

/** In place of rows where nothing waits: up to when the rows of each integration were received, all of which are stored. */
export function AllStored() {
  const { t } = useTranslation('quarantine');
  const query = useQuery(serviceStatusesQuery());
  const rows = query.data?.rows ?? [];
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
        cell: ({ fetchedAt }) =>
          fetchedAt === null ? t('notFetched') : <DateTime value={fetchedAt} format="minutes" />,
      },
      {
        id: 'count',
        header: t('inQuarantine'),
        align: 'right',
        width: 160,
        cell: () => <Count value={0} />,
      },
    ],
    [t],
  );
  return (
    <QueryView query={query}>
      <Panel flush title={t('emptyYet')} coverage={t('allStored')}>
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
            value: <Count value={0} />,
          })}
        />
      </Panel>
    </QueryView>
  );
}
