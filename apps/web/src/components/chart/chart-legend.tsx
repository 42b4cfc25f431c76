import styles from './chart.module.css';
import { type ChartSeries, cssColorOf, dashOf } from './chart-model.ts';

/** The colour of a series; in two pieces where its line is dashed. */
export function SeriesMark({ series }: { series: Pick<ChartSeries, 'color'> }) {
  const color = cssColorOf(series);
  return (
    <svg width={10} height={10} viewBox="0 0 10 10" aria-hidden="true">
      {dashOf(series) ? (
        <>
          <rect x={0.5} y={0.5} width={3.5} height={9} rx={1.5} fill={color} stroke={color} />
          <rect x={6} y={0.5} width={3.5} height={9} rx={1.5} fill={color} stroke={color} />
        </>
      ) : (
        <rect x={0.5} y={0.5} width={9} height={9} rx={2.5} fill={color} stroke={color} />
      )}
    </svg>
  );
}

interface SeriesToggleProps {
  series: Pick<ChartSeries, 'id' | 'name' | 'color'>;
  shown: boolean;
  onToggle: (id: string) => void;
}

/** A name of the legend; pressed while its series is drawn. */
export function SeriesToggle({ series, shown, onToggle }: SeriesToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={shown}
      title={series.name}
      onClick={() => onToggle(series.id)}
    >
      <SeriesMark series={series} />
      <span className="hub-ellipsis">{series.name}</span>
    </button>
  );
}
