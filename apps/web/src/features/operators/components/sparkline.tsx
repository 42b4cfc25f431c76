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

/** The course of a figure in a row of a table, from zero up to its own highest value. */
export function Sparkline({ values, label }: SparklineProps) {
  const highest = Math.max(...values, 1);
  const step = (width - edge * 2) / Math.max(1, values.length - 1);
  const tenths = (value: number) => Math.round(value * 10) / 10;
  const points = values.map((value, index) => {
    const y = height - edge - (value / highest) * (height - edge * 2);
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
