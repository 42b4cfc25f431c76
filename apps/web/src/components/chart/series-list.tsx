import { type FigureFilter, type MetricId, metrics } from '@ludus/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explainsFor } from '../../lib/explain.ts';
import { MetricFigure } from '../display/metric-figure.tsx';
import { Modal } from '../modal.tsx';
import type { ChartPoint, ChartSeries } from './chart.tsx';
import { SeriesMark } from './chart-legend.tsx';
import { cssColorOf } from './chart-model.ts';
import styles from './series-list.module.css';
import { idsOfSeries, ranked, sparkPath } from './series-rank.ts';

const entriesShown = 8;
const spark = { width: 72, height: 18 };

interface SeriesListProps {
  series: readonly ChartSeries[];
  /** What the totals of the series are, and of which sessions. */
  metric: MetricId;
  explains: FigureFilter;
  /** Names of the list, and of the button and the dialog with the rest of it. */
  words: { list: string; more: (count: number) => string; rest: string };
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
  /** The series whose row has the pointer or the focus; null when none has. */
  onFocus: (id: string | null) => void;
  /** Thumb or chip of a series, and its name as it stands in a list. */
  artOf: (series: ChartSeries) => ReactNode;
  nameOf: (series: ChartSeries) => ReactNode;
  stale: boolean;
  /** The places of the values: what has just begun is not drawn, as on the chart. */
  points?: readonly Pick<ChartPoint, 'hasJustBegun'>[];
}

/** The series by total, largest first: legend and selector at once. The rest is behind "+N". */
export function SeriesList({
  series,
  metric,
  words,
  hidden,
  onToggle,
  onFocus,
  stale,
  ...props
}: SeriesListProps) {
  const { t: common } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  const rows = useMemo(() => ranked(series), [series]);
  const rest = rows.slice(entriesShown);
  const entry = (one: ChartSeries) => (
    <li
      key={one.id}
      className={styles.entry}
      data-hidden={hidden.has(one.id) || undefined}
      {...explainsFor({ ...props.explains, ...idsOfSeries(one) })}
      onMouseEnter={() => onFocus(one.id)}
      onMouseLeave={() => onFocus(null)}
      onFocus={() => onFocus(one.id)}
      onBlur={() => onFocus(null)}
    >
      {props.artOf(one)}
      <button
        type="button"
        className={styles.name}
        aria-pressed={!hidden.has(one.id)}
        title={one.name}
        onClick={() => onToggle(one.id)}
      >
        <span className="hub-ellipsis">{props.nameOf(one)}</span>
      </button>
      <span className={styles.mark}>
        <SeriesMark series={one} />
      </span>
      <span className={styles.figures}>
        <Sparkline series={one} points={props.points} />
        <MetricFigure
          metric={metric}
          value={one.total}
          strong
          {...(metrics[metric].nullable && { missing: 'na' })}
        />
      </span>
    </li>
  );
  return (
    <div className={styles.list}>
      <ul className={stale ? `${styles.entries} hub-stale` : styles.entries} aria-label={words.list}>
        {rows.slice(0, entriesShown).map(entry)}
      </ul>
      {rest.length > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-label={words.more(rest.length)}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          {common('more', { count: rest.length })}
        </button>
      )}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.rest}
        size={720}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <ul className={styles.rest} aria-label={words.rest}>
          {rest.map(entry)}
        </ul>
      </Modal>
    </div>
  );
}

function Sparkline({ series, points }: { series: ChartSeries } & Pick<SeriesListProps, 'points'>) {
  const { values } = series;
  const path = useMemo(() => {
    const shown = values.filter((_value, place) => !points?.[place]?.hasJustBegun);
    return sparkPath(values.length > 1 ? shown : values, spark.width, spark.height);
  }, [values, points]);
  return (
    <svg
      className={styles.spark}
      width={spark.width}
      height={spark.height}
      viewBox={`0 0 ${spark.width} ${spark.height}`}
      aria-hidden="true"
    >
      <path d={path} fill="none" stroke={cssColorOf(series)} strokeWidth={1.5} />
    </svg>
  );
}
