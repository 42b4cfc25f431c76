import {
  amountParts,
  type FigureParts,
  figureParts,
  formatCompact,
  formatPercent,
  percentParts,
} from '../lib/format.ts';
import { type Scheme, seriesColors, seriesSlot, tokens } from '../theme/tokens.ts';

export type ChartUnit = 'euro' | 'count' | 'ratio';
export type MetricColor = 'bet' | 'win' | 'gross-win' | 'net-win' | 'due';
export type ChartKind = 'line' | 'bar';

/** One place on the time axis. */
export interface ChartPoint {
  key: string;
  /** Short text under the axis: `14:00`, `12 Nov`. */
  axis: string;
  /** Full text in tooltip and table: `Friday 20 Nov, 11:00–12:00`. */
  title: string;
}

export interface ChartSeries {
  id: string;
  name: string;
  /** One per point; null where there is no value (RTP without bets). Never zero for "unknown". */
  values: readonly (number | null)[];
  /** A figure's own colour, or the number a game or integration keeps while filters change. */
  color: MetricColor | number;
  /** When it differs from the chart's. */
  unit?: ChartUnit;
  /** For the whole range, in the table's last row; players and RTP are never sums of the parts. */
  total?: number | null;
}

/** The most axis texts a chart ever shows. */
export const maxTicks = 15;

/** Shows every n-th axis text so that at most 15, and no more than fit, are drawn. */
export function tickStep(points: number, width: number): number {
  const fitting = Math.max(2, Math.floor(width / 58));
  return Math.max(1, Math.ceil(points / Math.min(maxTicks, fitting)));
}

export function colorOf(series: Pick<ChartSeries, 'color'>, scheme: Scheme): string {
  if (typeof series.color === 'number')
    return seriesColors[scheme][seriesSlot(series.color)] ?? tokens[scheme].text;
  return tokens[scheme][`metric-${series.color}`];
}

/** The same colour for style sheets. */
export function cssColorOf(series: Pick<ChartSeries, 'color'>): string {
  if (typeof series.color === 'number') return `var(--hub-series-${seriesSlot(series.color) + 1})`;
  return `var(--hub-metric-${series.color})`;
}

/** Bet is dashed 5-4, series from 9 on 6-4: colour is never the only difference. */
export function dashOf(series: Pick<ChartSeries, 'color'>): [number, number] | null {
  if (series.color === 'bet') return [5, 4];
  return typeof series.color === 'number' && seriesSlot(series.color) >= 8 ? [6, 4] : null;
}

export function partsOf(value: number | null | undefined, unit: ChartUnit): FigureParts | null {
  if (unit === 'euro') return amountParts(value);
  return unit === 'ratio' ? percentParts(value) : figureParts(value, { minimumDecimals: 0 });
}

/** Axis text of a value: k and M for amounts and counts, whole percent for ratios. */
export function formatAxis(value: number, unit: ChartUnit): string {
  return unit === 'ratio'
    ? formatPercent(value, Math.abs(value * 100) % 1 > 0.001 ? 1 : 0)
    : formatCompact(value);
}

/** The series of a tooltip: by value, largest first; those without a value last. */
export function byValue(
  series: readonly ChartSeries[],
  index: number,
): { series: ChartSeries; value: number | null }[] {
  return series
    .map((one) => ({ series: one, value: one.values[index] ?? null }))
    .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY));
}
