import type { ChartSeries } from '../../components/chart/chart.tsx';

/** Largest total first; those without one last, and equal ones as they came. */
export function ranked(series: readonly ChartSeries[]): ChartSeries[] {
  const totalOf = ({ total }: ChartSeries) => total ?? Number.NEGATIVE_INFINITY;
  return [...series].sort((a, b) => (totalOf(a) === totalOf(b) ? 0 : totalOf(b) - totalOf(a)));
}

const piecesAtMost = 36;

/** A line of averages as SVG path data, from zero or below to the largest; broken where there is no value. */
export function sparkPath(values: readonly (number | null)[], width: number, height: number): string {
  const size = Math.max(1, Math.ceil(values.length / piecesAtMost));
  const pieces: (number | null)[] = [];
  for (let at = 0; at < values.length; at += size) {
    const known = values.slice(at, at + size).filter((value) => value !== null);
    pieces.push(known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length);
  }
  const known = pieces.filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const x = (index: number) => round((index / Math.max(1, pieces.length - 1)) * width);
  const y = (value: number) => round(height - 1 - ((value - low) / (high - low || 1)) * (height - 2));
  return pieces
    .map((value, index) =>
      value === null ? '' : `${(pieces[index - 1] ?? null) === null ? 'M' : 'L'}${x(index)} ${y(value)}`,
    )
    .join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
