import { useComputedColorScheme } from '@mantine/core';
import { IconChartBar, IconChartLine, IconTable } from '@tabler/icons-react';
import { type Ref, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latePart } from '../../lib/late-part.ts';
import { useIsPhone } from '../../lib/use-screen.ts';
import { SkeletonChart } from '../feedback/skeletons.tsx';
import { SegmentedSwitch } from '../form/segmented-switch.tsx';
import styles from './chart.module.css';
import type { ChartHandle } from './chart-canvas.tsx';
import type { ChosenPoint } from './chart-cursor.tsx';
import {
  type ChartBand,
  type ChartKind,
  type ChartMark,
  type ChartPoint,
  type ChartRange,
  type ChartSeries,
  type ChartUnit,
  cssColorOf,
  dashOf,
} from './chart-model.ts';
import { ChartSketch, type Touch } from './chart-sketch.tsx';

const ChartCanvas = latePart(async () => (await import('./chart-canvas.tsx')).default);

const ChartTable = latePart(async () => (await import('./chart-table.tsx')).ChartTable);

export type { ChartHandle } from './chart-canvas.tsx';
export type { ChosenPoint } from './chart-cursor.tsx';
export type {
  ChartBand,
  ChartKind,
  ChartMark,
  ChartPoint,
  ChartRange,
  ChartSeries,
  ChartUnit,
} from './chart-model.ts';
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
  /** The part that is looked at, where a screen keeps it; `onRange` is called when a person has changed it. */
  range?: ChartRange;
  onRange?: (range: ChartRange) => void;
  /** Names lines at their right end, where there is room. */
  named?: boolean;
  /** The series that stands out, by its id. */
  focused?: string | null;
  /** For the picture of it. */
  handle?: Ref<ChartHandle>;
  loading?: boolean;
  /** Old figures while new ones load. */
  stale?: boolean;
  /** The scale does not reach to zero: see `ChartInput`. */
  closeUp?: boolean;
  /** What happened, as vertical lines. Keep them stable, as points and series. */
  marks?: readonly ChartMark[];
  /** The area between two of the series. */
  band?: ChartBand | null;
  /** A click on a value, or Enter on it, explains it. */
  onPoint?: ((point: ChosenPoint) => void) | undefined;
  /** Writes each series' `total` under the table view. */
  withTotals?: boolean;
}

/** Lines, bars, or a table of the same numbers. Keep `points` and `series` stable (useMemo). */
export function Chart(props: ChartProps) {
  const { t } = useTranslation('common');
  const scheme = useComputedColorScheme('dark');
  const isPhone = useIsPhone();
  const [touch, setTouch] = useState<Touch | null>(null);
  const { name, view = 'line', points, series, unit = 'euro', height = 280, zoom = false } = props;
  const words = useMemo(
    () => ({ notAvailable: t('notAvailable'), running: t('partial.running'), cut: t('partial.cut') }),
    [t],
  );
  if (props.loading) return <SkeletonChart height={height} />;
  if (view === 'table') {
    const { stale, withTotals } = props;
    return (
      <Suspense fallback={<SkeletonChart height={height} />}>
        <ChartTable {...{ name, points, series, unit, stale, withTotals, height: props.height }} />
      </Suspense>
    );
  }
  const label = t('chartOf', { name });
  // What is looked at in detail is no sketch: a strip to zoom, a picture to take away, a second scale, or one without zero.
  const isPlain =
    view === 'line' &&
    !zoom &&
    !props.handle &&
    !props.closeUp &&
    !props.marks &&
    !props.band &&
    series.every((one) => !one.unit);
  const sketch = isPhone && isPlain && (
    <ChartSketch {...{ points, series, unit, height, label }} onTouch={setTouch} />
  );
  return (
    <div className={props.stale ? 'hub-stale' : undefined} style={{ minHeight: height }}>
      {sketch && !touch ? (
        sketch
      ) : (
        <Suspense fallback={sketch || <SkeletonChart height={height} />}>
          <ChartCanvas
            name={name}
            kind={view}
            points={points}
            series={series}
            unit={unit}
            scheme={scheme}
            zoom={zoom}
            range={props.range ?? null}
            onRange={props.onRange}
            handle={props.handle}
            words={words}
            named={props.named ?? false}
            closeUp={props.closeUp ?? false}
            band={props.band ?? null}
            {...(props.marks ? { marks: props.marks } : {})}
            focused={props.focused ?? null}
            height={height}
            label={label}
            touch={touch}
            onPoint={props.onPoint}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Names of the lines with their stroke, at the right of a panel header; of bars, with their colour. */
export function ChartKey({ series, isBar = false }: { series: readonly ChartSeries[]; isBar?: boolean }) {
  return (
    <ul className={styles.key}>
      {series.map((one) => (
        <li key={one.id}>
          {isBar ? (
            <svg width={10} height={10} viewBox="0 0 10 10" aria-hidden="true">
              <rect width={10} height={10} rx={2} fill={cssColorOf(one)} />
            </svg>
          ) : (
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
          )}
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
