import type { FigureFilter } from '@ludus/contract';
import { seriesColors, seriesSlot } from '../../theme/tokens.ts';
import type { ChartSeries } from './chart.tsx';

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

/**
 * The colour number of each id: its own, so that it keeps it while others come and go, or the next free one where two
 * would look alike. Beyond the palette the numbers go on, and lines are dashed otherwise.
 */
export function seriesNumbers(ids: readonly number[]): ReadonlyMap<number, number> {
  const size = seriesColors.dark.length;
  const taken = new Set<number>();
  const numbers = new Map<number, number>();
  for (const [place, id] of [...new Set(ids)].sort((a, b) => a - b).entries()) {
    const lap = Math.floor(place / size) * size;
    let slot = seriesSlot(id);
    while (taken.has(lap + slot + 1)) slot = (slot + 1) % size;
    taken.add(lap + slot + 1);
    numbers.set(id, lap + slot + 1);
  }
  return numbers;
}

/** The game or the integration of a series. */
export function idsOfSeries({ id }: Pick<ChartSeries, 'id'>): Partial<FigureFilter> {
  const own = [Number(id.slice(1))];
  if (/^g\d+$/.test(id)) return { games: own };
  return /^i\d+$/.test(id) ? { integrations: own } : {};
}
