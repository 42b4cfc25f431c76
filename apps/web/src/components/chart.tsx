import { useComputedColorScheme } from '@mantine/core';
import { IconChartBar, IconChartLine, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chart.module.css';
import {
  type ChartKind,
  type ChartPoint,
  type ChartSeries,
  type ChartUnit,
  cssColorOf,
  dashOf,
} from './chart-model.ts';
import { type DataColumn, DataTable } from './data-table.tsx';
import { Amount, Count, Percent } from './figure.tsx';
import { SegmentedSwitch } from './segmented-switch.tsx';
import { SkeletonChart } from './skeletons.tsx';

const ChartCanvas = lazy(() => import('./chart-canvas.tsx'));

export type { ChartKind, ChartPoint, ChartSeries, ChartUnit } from './chart-model.ts';
export type ChartView = ChartKind | 'table';

interface ChartProps {
  /** What it shows, for assistive technology: "Today by hour". */
  name: string;
  view?: ChartView;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit?: ChartUnit;
  height?: number;
  /** A strip below to look at a part. */
  zoom?: boolean;
  loading?: boolean;
  /** Old figures while new ones load. */
  stale?: boolean;
  /** Writes each series' `total` under the table view. */
  withTotals?: boolean;
}

/** Lines, bars, or a table of the same numbers. Keep `points` and `series` stable (useMemo). */
export function Chart(props: ChartProps) {
  const { t } = useTranslation('common');
  const scheme = useComputedColorScheme('dark');
  const { name, view = 'line', points, series, unit = 'euro', height = 280, zoom = false } = props;
  if (props.loading) return <SkeletonChart height={height} />;
  if (view === 'table') return <ChartTable {...props} />;
  return (
    <div className={props.stale ? 'hub-stale' : undefined} style={{ minHeight: height }}>
      <Suspense fallback={<SkeletonChart height={height} />}>
        <ChartCanvas
          kind={view}
          points={points}
          series={series}
          unit={unit}
          scheme={scheme}
          zoom={zoom}
          height={height}
          label={t('chartOf', { name })}
        />
      </Suspense>
    </div>
  );
}

function ChartFigure({
  value,
  unit,
  strong,
}: {
  value: number | null | undefined;
  unit: ChartUnit;
  strong?: boolean;
}) {
  if (unit === 'euro') return <Amount value={value} strong={strong} />;
  if (unit === 'ratio') return <Percent value={value} strong={strong} />;
  return <Count value={value} strong={strong} />;
}

interface TableRow {
  point: ChartPoint;
  index: number;
}

function ChartTable({ name, points, series, unit = 'euro', height, stale, withTotals }: ChartProps) {
  const { t } = useTranslation('common');
  const rows = useMemo(() => points.map((point, index): TableRow => ({ point, index })), [points]);
  const columns = useMemo((): DataColumn<TableRow>[] => {
    const when: DataColumn<TableRow> = {
      id: 'when',
      header: t('when'),
      cell: (row) => row.point.title,
      fit: true,
      footer: withTotals ? t('total') : undefined,
    };
    return [
      when,
      ...series.map(
        (one): DataColumn<TableRow> => ({
          id: one.id,
          header: one.name,
          align: 'right',
          cell: (row) => <ChartFigure value={one.values[row.index]} unit={one.unit ?? unit} />,
          footer: withTotals ? <ChartFigure value={one.total} unit={one.unit ?? unit} strong /> : undefined,
        }),
      ),
    ];
  }, [series, unit, withTotals, t]);
  return (
    <DataTable
      label={name}
      columns={columns}
      rows={rows}
      rowId={(row) => row.point.key}
      rowHeight={34}
      bare
      stale={stale}
      maxHeight={height ? Math.max(height, 240) : 420}
    />
  );
}

/** Names of the lines with their stroke, at the right of a panel header. */
export function ChartKey({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className={styles.key}>
      {series.map((one) => (
        <li key={one.id}>
          <svg width={16} height={4} viewBox="0 0 16 4" aria-hidden="true">
            <line
              x1={0}
              y1={2}
              x2={16}
              y2={2}
              stroke={cssColorOf(one)}
              strokeWidth={2.5}
              strokeDasharray={dashOf(one) ? '4 2.5' : undefined}
            />
          </svg>
          {one.name}
        </li>
      ))}
    </ul>
  );
}

interface ChartViewSwitchProps {
  value: ChartView;
  onChange: (view: ChartView) => void;
  views?: readonly ChartView[];
}

/** Line, bars or table, as icons. */
export function ChartViewSwitch({ value, onChange, views = ['line', 'bar', 'table'] }: ChartViewSwitchProps) {
  const { t } = useTranslation('common');
  const all = {
    line: { label: t('chartLine'), icon: <IconChartLine size={16} stroke={1.5} /> },
    bar: { label: t('chartBar'), icon: <IconChartBar size={16} stroke={1.5} /> },
    table: { label: t('chartTable'), icon: <IconTable size={16} stroke={1.5} /> },
  };
  return (
    <SegmentedSwitch
      label={t('chartView')}
      value={value}
      onChange={onChange}
      options={views.map((view) => ({ value: view, ...all[view], iconOnly: true }))}
    />
  );
}
