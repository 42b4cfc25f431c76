import type { Maintenance } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, SeverityBadge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { upcomingMaintenancesQuery } from '../../../domain/integration/upcoming-maintenances.ts';
import { PLACEHOLDER } from '../../../lib/format.ts';
import { useMinute } from '../../../lib/use-today.ts';

/** The maintenances that an integration has been notified of and that are not over; nothing while there are none. */
export function UpcomingMaintenances({ integrationId }: { integrationId: number }) {
  const { t } = useTranslation('status');
  const query = useQuery(upcomingMaintenancesQuery(integrationId));
  const now = useMinute().getTime();
  const rows = query.data?.filter(({ endsAt }) => Date.parse(endsAt) > now) ?? [];
  const [running, coming] = [true, false].map((begun) =>
    rows.filter(({ date }) => Date.parse(date) <= now === begun),
  ) as [Maintenance[], Maintenance[]];
  if (rows.length === 0 && !query.isError) return null;
  return (
    <QueryView query={query} compact>
      {running.length > 0 && (
        <Panel title={t('inProgress')} flush ruled>
          <MaintenancesTable label={t('inProgress')} rows={running} now={now} />
        </Panel>
      )}
      {coming.length > 0 && (
        <Panel title={t('upcoming')} flush ruled>
          <MaintenancesTable label={t('upcoming')} rows={coming} now={now} />
        </Panel>
      )}
    </QueryView>
  );
}

interface MaintenancesTableProps {
  label: string;
  rows: readonly Maintenance[];
  now: number;
}

function MaintenancesTable({ label, rows, now }: MaintenancesTableProps) {
  const { t } = useTranslation('status');
  const { columns, servicesOf, badgesOf } = useMemo(() => {
    const namesOf = ({ services }: Maintenance) =>
      services.length === 0
        ? t('allServices')
        : services.map((service) => t(`service.${service}`)).join(', ');
    const severityOf = (row: Maintenance) => (
      <SeverityBadge severity={row.severity}>{t(`severity.${row.severity as 1 | 2 | 3 | 4}`)}</SeverityBadge>
    );
    const stateOf = ({ date }: Maintenance) =>
      Date.parse(date) <= now ? <Badge tone="info">{t('running')}</Badge> : null;
    const all: DataColumn<Maintenance>[] = [
      {
        id: 'from',
        header: t('from'),
        width: 170,
        cell: ({ date }) => <DateTime value={date} format="minutes" />,
      },
      {
        id: 'to',
        header: t('to'),
        width: 170,
        cell: ({ endsAt, isEndAssumed }) =>
          isEndAssumed ? PLACEHOLDER : <DateTime value={endsAt} format="minutes" />,
      },
      { id: 'what', header: t('maintenance'), cell: ({ description }) => description },
      { id: 'services', header: t('services'), cell: namesOf },
      { id: 'severity', header: t('severityLabel'), width: 120, cell: severityOf },
      { id: 'state', header: t('state'), width: 120, cell: (row) => stateOf(row) ?? t('announced') },
    ];
    return {
      columns: all,
      servicesOf: namesOf,
      badgesOf: (row: Maintenance) => stateOf(row) ?? severityOf(row),
    };
  }, [t, now]);
  return (
    <DataTable
      bare
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      phoneRow={(row) => ({
        title: row.description,
        sub: (
          <>
            <DateTime value={row.date} format="minutes" />
            {!row.isEndAssumed && (
              <>
                {' – '}
                <DateTime value={row.endsAt} format="minutes" />
              </>
            )}
          </>
        ),
        value: badgesOf(row),
        note: servicesOf(row),
      })}
    />
  );
}
