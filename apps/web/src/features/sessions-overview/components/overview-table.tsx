import { type MetricId, metricOfSplit, metrics, type Statistics, splitStatNames } from '@ludus/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName, IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount, Count, Percent } from '../../../components/display/figure.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { type OverviewRow, overviewRows } from '../overview-rows.ts';

export type OverviewKind = 'integrations' | 'operators' | 'games';

interface OverviewTableProps {
  kind: OverviewKind;
  statistics: Statistics | undefined;
  thumbs: ReadonlyMap<number, string>;
  loading: boolean;
  stale: boolean;
  empty: ReactNode;
  onOpen: (row: OverviewRow) => void;
  /** Opens the integration chart; only integrations have one. */
  onChart: (row: OverviewRow) => void;
}

/** Integrations, operators or games with their sums; a row leads to its sessions. */
export function OverviewTable(props: OverviewTableProps) {
  const { kind, statistics, thumbs, onChart } = props;
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const rows = useMemo(() => (statistics ? overviewRows(statistics, kind) : []), [statistics, kind]);
  const totals = statistics?.grandTotals;
  const seesNetAndDue = totals?.netwin !== undefined;

  const columns = useMemo<DataColumn<OverviewRow>[]>(() => {
    const metricColumn = (metric: MetricId): DataColumn<OverviewRow> => ({
      id: metric,
      header: common(`metric.${metric}`),
      align: 'right',
      sortable: true,
      value: (row) => row.metrics[metric],
      cell: (row) => <MetricFigure metric={metric} value={row.metrics[metric]} />,
      // The total of the response, not the sum of the rows: players are distinct over the whole.
      footer: <MetricFigure metric={metric} value={totals?.[metric]} strong />,
    });
    const chart: DataColumn<OverviewRow> = {
      id: 'chart',
      header: '',
      label: t('gameChart'),
      width: 44,
      cell: (row) => (
        <Tooltip label={t('integrationChart', { name: row.name })}>
          <ActionIcon
            size="sm"
            aria-label={t('integrationChart', { name: row.name })}
            onClick={(event) => {
              event.stopPropagation();
              onChart(row);
            }}
          >
            <IconChartBar size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      ),
    };
    return [
      {
        id: 'name',
        header: t(`name.${kind}`),
        sortable: true,
        value: (row) => row.name,
        cell: (row) => <RowName kind={kind} row={row} thumb={thumbs.get(row.id)} />,
        footer: t('total'),
      },
      ...splitStatNames
        .map(metricOfSplit)
        .filter((metric) => seesNetAndDue || metrics[metric].scope === null)
        .map(metricColumn),
      ...(kind === 'integrations' ? [chart] : []),
    ];
  }, [kind, thumbs, totals, seesNetAndDue, onChart, t, common]);

  return (
    <DataTable
      bare
      label={t(`by.${kind}`)}
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      sort={{ id: 'bet', desc: true }}
      loading={props.loading}
      stale={props.stale}
      skeletonRows={kind === 'games' ? 10 : 5}
      empty={props.empty}
      onRowClick={props.onOpen}
      rowLabel={(row) => t('openList', { name: row.name })}
      phoneRow={(row) => ({
        art: <RowArt kind={kind} row={row} thumb={thumbs.get(row.id)} />,
        title: row.name,
        sub: (
          <>
            <Count value={row.metrics.sessionsTotal} /> {t('sessions').toLowerCase()} ·{' '}
            <Count value={row.metrics.rounds} /> {common('metric.rounds').toLowerCase()}
          </>
        ),
        value: <Amount value={row.metrics.grosswin} />,
        note: <Amount value={row.metrics.bet} />,
      })}
    />
  );
}

interface MetricFigureProps {
  metric: MetricId;
  value: number | null | undefined;
  strong?: boolean;
}

function MetricFigure({ metric, value, strong = false }: MetricFigureProps) {
  const { unit, signed } = metrics[metric];
  if (unit === 'ratio') return <Percent value={value} missing="na" strong={strong} />;
  if (unit === 'count') return <Count value={value} strong={strong} />;
  return <Amount value={value} tone={signed ? 'signed' : 'plain'} strong={strong} />;
}

interface RowNameProps {
  kind: OverviewKind;
  row: OverviewRow;
  thumb: string | undefined;
}

function RowName({ kind, row, thumb }: RowNameProps) {
  if (kind === 'games') return <GameName name={row.name} src={thumb} />;
  return <IntegrationName name={row.name} number={row.integrationId ?? row.id} />;
}

function RowArt({ kind, row, thumb }: RowNameProps) {
  if (kind === 'games') return <GameName name="" src={thumb} />;
  return <IntegrationChip name={row.name} number={row.integrationId ?? row.id} size={24} />;
}
