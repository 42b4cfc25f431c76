import styles from './sparkline.module.css';

interface SparklineProps {
  /** The oldest first. */
  values: readonly number[];
  /** Says what the line shows. */
  label: string;
}

const width = 96;
const height = 22;
const edge = 2;

/**
 * The course of a figure in a row of a table, as high as zero up to its own highest value would be, or from its lowest below zero. What it
 * draws stands in the middle of the row: a steady figure would lie along the upper edge.
 */
export function Sparkline({ values, label }: SparklineProps) {
  const lowest = Math.min(...values, 0);
  const span = Math.max(Math.max(...values, 0) - lowest, 1);
  const step = (width - edge * 2) / Math.max(1, values.length - 1);
  const tenths = (value: number) => Math.round(value * 10) / 10;
  const heightOf = (value: number) => ((value - lowest) / span) * (height - edge * 2);
  const middle = (heightOf(Math.max(...values)) + heightOf(Math.min(...values))) / 2;
  const points = values.map((value, index) => {
    const y = height / 2 + middle - heightOf(value);
    return `${tenths(edge + index * step)},${tenths(y)}`;
  });
  return (
    <svg
      className={styles.line}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} fill="none" />
    </svg>
  );
}
