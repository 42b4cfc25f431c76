import styles from './chart.module.css';
import { type ChartSeries, cssColorOf, dashOf } from './chart-model.ts';

/** The stroke of a series, dashed as its line is. */
export function SeriesMark({ series }: { series: Pick<ChartSeries, 'color'> }) {
  const color = cssColorOf(series);
  const pieces = dashOf(series) ? [0.5, 8.5] : [0.5];
  return (
    <svg width={14} height={10} viewBox="0 0 14 10" aria-hidden="true">
      {pieces.map((x) => (
        <rect
          key={x}
          x={x}
          y={3.5}
          width={pieces.length > 1 ? 5 : 13}
          height={3}
          // A dash with round ends would be a dot.
          rx={pieces.length > 1 ? 0.5 : 1.5}
          fill={color}
          stroke={color}
        />
      ))}
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
