import {
  type Game,
  type MetricId,
  metricIds,
  metricOfSplit,
  metrics,
  type Statistics,
  splitStatNames,
} from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameThumb, IntegrationChip } from '../../../components/display/entity-label.tsx';
import { Count } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { hint } from '../../../components/hint.ts';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines, twoLinesHeading } from '../../../components/table/two-lines.tsx';
import { coverOf } from '../../../domain/game/games.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatPercent } from '../../../lib/format.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import {
  type OverviewKind,
  type OverviewRow,
  type OverviewSort,
  overviewRows,
  sortOverviewRows,
} from '../overview-rows.ts';
import styles from './overview-table.module.css';
import { RowName, RowTitle } from './row-name.tsx';

interface OverviewTableProps {
  kind: OverviewKind;
  statistics: Statistics | undefined;
  games: ReadonlyMap<number, Game>;
  loading: boolean;
  stale: boolean;
  empty: ReactNode;
  sort: OverviewSort;
  onSort: (sort: OverviewSort) => void;
  onOpen: (row: OverviewRow) => void;
  /** Opens the ranking of what a row consists of. */
  onChart: (row: OverviewRow) => void;
}

/** Integrations, operators or games with their sums; a row leads to its sessions. */
export function OverviewTable(props: OverviewTableProps) {
  const { kind, statistics, games, sort, onChart } = props;
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const hasTwoLines = useMedia(breakpoints.laptop);
  const isPhone = useIsPhone();
  const rows = useMemo(
    () => (statistics ? sortOverviewRows(overviewRows(statistics, kind), sort) : []),
    [statistics, kind, sort],
  );
  const totals = statistics?.grandTotals;
  // Of one row it would say the same once more.
  const isTotalled = rows.length > 1;
  const seesNetAndDue = useCan('money:net-and-due');

  /** What a phone shows of a row: what the list is sorted by, and gross win where that is no figure. */
  const phoneMetric = metricIds.find((metric) => metric === sort.id) ?? 'grosswin';
  const columns = useMemo<DataColumn<OverviewRow>[]>(() => {
    const metricColumn = (metric: MetricId): DataColumn<OverviewRow> => ({
      id: metric,
      header: common(`metric.${metric}`),
      align: 'right',
      sortable: true,
      value: (row) => row.metrics[metric],
      cell: (row) =>
        metric === 'bet' ? (
          <BetShare bet={row.metrics.bet} total={totals?.bet} />
        ) : (
          <MetricFigure metric={metric} missing="na" value={row.metrics[metric]} />
        ),
      // The total of the response, not the sum of the rows: players are distinct over the whole.
      footer: isTotalled && <MetricFigure metric={metric} missing="na" value={totals?.[metric]} strong />,
    });
    /** Two metrics in one column, for a table that would be wider than its place. */
    const under = (upper: MetricId, lower: MetricId): DataColumn<OverviewRow> => ({
      ...metricColumn(upper),
      wraps: true,
      // A phone shows one of them.
      ...(isPhone && { label: common(`metric.${upper}`) }),
      header: twoLinesHeading(common(`metric.${upper}`), common(`metric.${lower}`)),
      cell: (row) => (
        <TwoLines second={<MetricFigure metric={lower} missing="na" value={row.metrics[lower]} />}>
          <MetricFigure metric={upper} missing="na" value={row.metrics[upper]} />
        </TwoLines>
      ),
      footer: isTotalled && (
        <TwoLines second={<MetricFigure metric={lower} missing="na" value={totals?.[lower]} />}>
          <MetricFigure metric={upper} missing="na" value={totals?.[upper]} strong />
        </TwoLines>
      ),
    });
    const shown = splitStatNames
      .map(metricOfSplit)
      .filter((metric) => seesNetAndDue || metrics[metric].scope === null);
    const figures = hasTwoLines
      ? shown.flatMap((upper, index) => {
          if (index % 2 === 1) return [];
          const lower = shown[index + 1];
          return [lower === undefined ? metricColumn(upper) : under(upper, lower)];
        })
      : shown.map(metricColumn);
    const chart: DataColumn<OverviewRow> = {
      id: 'chart',
      header: '',
      label: t('gameChart'),
      width: 44,
      cell: (row) => (
        <ActionIcon
          {...hint(t('integrationChart', { name: row.name }))}
          size="sm"
          aria-label={t('integrationChart', { name: row.name })}
          onClick={(event) => {
            event.stopPropagation();
            onChart(row);
          }}
        >
          <IconChartBar size={16} stroke={1.5} />
        </ActionIcon>
      ),
    };
    return [
      {
        id: 'name',
        header: t(`name.${kind}`),
        sortable: true,
        value: (row) => row.name,
        cell: (row) => <RowName kind={kind} row={row} game={games.get(row.id)} />,
        footer: isTotalled && t('total'),
      },
      ...figures,
      chart,
    ];
  }, [kind, games, totals, isTotalled, seesNetAndDue, hasTwoLines, isPhone, onChart, t, common]);

  return (
    <DataTable
      bare
      label={t(`by.${kind}`)}
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      rowExplains={(row) => ({ [kind]: [row.id] })}
      rowHeight={hasTwoLines ? 48 : undefined}
      sort={sort}
      onSort={props.onSort}
      loading={props.loading}
      stale={props.stale}
      skeletonRows={kind === 'games' ? 10 : 5}
      empty={props.empty}
      onRowClick={props.onOpen}
      rowLabel={(row) => t('openList', { name: row.name })}
      phoneRow={(row) => ({
        art: <RowArt kind={kind} row={row} game={games.get(row.id)} />,
        title: <RowTitle kind={kind} row={row} game={games.get(row.id)} />,
        sub: (
          <span className={`hub-ellipsis ${styles.counts}`}>
            <Count value={row.metrics.sessionsTotal} />{' '}
            {t('sessionsOf', { count: row.metrics.sessionsTotal })} · <Count value={row.metrics.rounds} />{' '}
            {t('roundsOf', { count: row.metrics.rounds })}
          </span>
        ),
        value: <MetricFigure metric={phoneMetric} missing="na" value={row.metrics[phoneMetric]} />,
        note: common(`metric.${phoneMetric}`),
      })}
    />
  );
}

/** The bet of a row over a bar of its share of all bets. */
function BetShare({ bet, total }: { bet: number | null | undefined; total: number | undefined }) {
  const { t } = useTranslation('sessionsOverview');
  const share = bet && total ? bet / total : 0;
  return (
    <span className={styles.share} title={t('shareOfBet', { share: formatPercent(share, 1) })}>
      <MetricFigure metric="bet" value={bet} />
      <span className={styles.bar} style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </span>
  );
}

interface RowArtProps {
  kind: OverviewKind;
  row: OverviewRow;
  game: Game | undefined;
}

function RowArt({ kind, row, game }: RowArtProps) {
  if (kind === 'games') return <GameThumb src={game && coverOf(game)} width={34} height={40} />;
  return <IntegrationChip name={row.name} number={row.integrationId ?? row.id} size={24} />;
}
