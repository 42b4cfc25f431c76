import { gameLabel, type Ticket } from '@ludus/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { type DataColumn, DataTable, type TableSort } from '../../../components/table/data-table.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { usePersonName } from './person.tsx';
import { TicketStatusBadge } from './ticket-status.tsx';

interface TicketsTableProps {
  rows: readonly Ticket[];
  sort: TableSort;
  onSort: (sort: TableSort) => void;
  onOpen: (id: number) => void;
  openId: number | undefined;
  loading: boolean;
  stale: boolean;
  empty: ReactNode;
}

/** What stands in the list; people of an integration need no column for it. */
export function TicketsTable({
  rows,
  sort,
  onSort,
  onOpen,
  openId,
  loading,
  stale,
  empty,
}: TicketsTableProps) {
  const { t } = useTranslation('tickets');
  const isProvider = useCan('integrations:manage');
  const nameOf = usePersonName();
  const columns = useMemo<DataColumn<Ticket>[]>(() => {
    const all: DataColumn<Ticket>[] = [
      {
        id: 'status',
        header: t('status'),
        width: 106,
        sortable: true,
        cell: (ticket) => <TicketStatusBadge ticket={ticket} />,
      },
      {
        id: 'title',
        header: t('name'),
        sortable: true,
        cell: ({ title }) => (
          <span className="hub-ellipsis" title={title}>
            {title}
          </span>
        ),
      },
      {
        id: 'integration',
        header: t('integration'),
        width: 140,
        sortable: true,
        cell: ({ integration }) =>
          integration && <IntegrationName name={integration.name} number={integration.id} />,
      },
      {
        id: 'game',
        header: t('game'),
        width: 170,
        sortable: true,
        cell: ({ game }) =>
          game && (
            <span className="hub-ellipsis" title={gameLabel(game)}>
              {gameLabel(game)}
            </span>
          ),
      },
      {
        id: 'session',
        header: t('session'),
        width: 136,
        cell: ({ session }) =>
          session && (
            <span className="hub-id hub-ellipsis" title={session.id}>
              {session.aamsTicketId ?? `${session.id.slice(0, 13)}…`}
            </span>
          ),
      },
      {
        id: 'answers',
        header: t('answers'),
        align: 'right',
        width: 90,
        sortable: true,
        cell: ({ answers }) => formatCount(answers.length),
      },
      {
        id: 'reporter',
        header: t('reporter'),
        width: 120,
        sortable: true,
        cell: ({ reporter }) => nameOf(reporter),
      },
      {
        id: 'createdAt',
        header: t('createdAt'),
        align: 'right',
        width: 150,
        sortable: true,
        cell: ({ createdAt }) => <DateTime value={createdAt} format="minutes" />,
      },
    ];
    return all.filter(({ id }) => isProvider || id !== 'integration');
  }, [t, isProvider, nameOf]);
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      sort={sort}
      onSort={onSort}
      onRowClick={({ id }) => onOpen(id)}
      rowLabel={({ title }) => t('open', { title })}
      selectedId={openId === undefined ? null : String(openId)}
      loading={loading}
      stale={stale}
      phoneRow={(row) => ({
        title: row.title,
        sub: [
          isProvider && row.integration?.name,
          nameOf(row.reporter),
          formatInstant(row.createdAt, 'minutes'),
        ]
          .filter(Boolean)
          .join(' · '),
        note: <TicketStatusBadge ticket={row} />,
      })}
      empty={empty}
    />
  );
}
