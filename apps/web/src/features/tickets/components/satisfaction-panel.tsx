import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Count, Percent } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { DetailPanel, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { ticketSatisfactionQuery } from '../../../domain/ticket/ticket-ratings.ts';
import { formatCount, formatDayWith } from '../../../lib/format.ts';
import { byAssignee, byMonth, goodShare, type SatisfactionCounts } from '../satisfaction.ts';
import { usePersonName } from './person.tsx';

interface Row extends SatisfactionCounts {
  id: string;
  name: string;
}

/** How integrations rated the tickets of the last twelve months, by month and by assignee. */
export function SatisfactionPanel({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('tickets');
  const nameOf = usePersonName();
  const query = useQuery(ticketSatisfactionQuery());
  const rows = query.data?.rows;
  const months = (rows ? byMonth(rows) : []).map(({ key, ...counts }) => ({
    ...counts,
    id: key,
    name: formatDayWith(`${key}-01`, i18n.language, { month: 'long', year: 'numeric' }),
  }));
  const people = (rows ? byAssignee(rows) : []).map(({ key, ...counts }) => ({
    ...counts,
    id: key?.id ?? '',
    name: key === null ? t('assignees.none') : nameOf(key),
  }));
  return (
    <DetailPanel
      label={t('satisfaction.title')}
      title={t('satisfaction.title')}
      coverage={t('satisfaction.coverage')}
      width={640}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {rows === undefined ? (
          <SkeletonLine width="60%" />
        ) : rows.length === 0 ? (
          <EmptyState compact title={t('satisfaction.empty')}>
            {t('satisfaction.emptyHint')}
          </EmptyState>
        ) : (
          <>
            <PanelPart title={t('satisfaction.byMonth')}>
              <Counts label={t('satisfaction.byMonth')} first={t('satisfaction.month')} rows={months} />
            </PanelPart>
            <PanelPart title={t('satisfaction.byAssignee')}>
              <Counts label={t('satisfaction.byAssignee')} first={t('assignee')} rows={people} />
            </PanelPart>
          </>
        )}
      </QueryView>
    </DetailPanel>
  );
}

function Counts({ label, first, rows }: { label: string; first: string; rows: readonly Row[] }) {
  const { t } = useTranslation('tickets');
  const columns = useMemo<DataColumn<Row>[]>(
    () => [
      { id: 'name', header: first, cell: ({ name }) => name },
      {
        id: 'closed',
        header: t('satisfaction.closed'),
        align: 'right',
        cell: ({ closed }) => <Count value={closed} />,
      },
      {
        id: 'rated',
        header: t('satisfaction.rated'),
        align: 'right',
        cell: ({ good, bad }) => <Count value={good + bad} />,
      },
      {
        id: 'share',
        header: t('satisfaction.share'),
        align: 'right',
        cell: (row) => <Percent value={goodShare(row)} decimals={0} />,
      },
    ],
    [t, first],
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowHeight={40}
      phoneRow={(row) => ({
        title: row.name,
        sub: t('satisfaction.ofClosed', {
          rated: formatCount(row.good + row.bad),
          closed: formatCount(row.closed),
        }),
        value: <Percent value={goodShare(row)} decimals={0} />,
      })}
    />
  );
}
