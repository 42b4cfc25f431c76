import type { MetricColor } from '@ludus/contract';
import {
  amountParts,
  type FigureParts,
  figureParts,
  formatCompact,
  formatPercent,
  percentParts,
} from '../../lib/format.ts';
import { type Scheme, seriesColors, seriesSlot, tokens } from '../../theme/tokens.ts';

export type ChartUnit = 'euro' | 'count' | 'ratio';
export type ChartKind = 'line' | 'bar';

/** One place on the time axis. */
export interface ChartPoint {
  key: string;
  /** Short text under the axis: `14:00`, `12 Nov`. */
  axis: string;
  /** Full text in tooltip and table: `Friday 20 Nov, 11:00–12:00`. */
  title: string;
  /** Hour of the day where steps are hours of several days: texts then stand at round hours, or where days begin. */
  hour?: number;
  /** Its figures cover only a part of the step: of an hour that still runs, or of a day that the period cuts. */
  partial?: boolean;
  /** It is partial because the period cuts it: it is over. Otherwise a partial one runs. */
  isCut?: boolean;
  /** It runs, and too little of it is over for a line: its figures stand in tooltip, table and bars only. */
  hasJustBegun?: boolean;
  /** What kept players from games then, in words, a line each: its place is shaded. */
  interrupted?: string;
}

/** Something that happened, at a place of the time axis: a vertical line with a short name above it. */
export interface ChartMark {
  place: number;
  name: string;
  /** It stands out: someone points at it elsewhere. */
  strong?: boolean;
}

/** Fills between two series, by their ids: the range that most of some figures lie in. */
export interface ChartBand {
  low: string;
  high: string;
}

/** A step of a time axis, as a period has it: its first and its last step may be cut. */
interface TimeStep {
  key: string;
  from: string;
  to: string;
}

const leastShareDrawn = 0.25;
const dayMs = 86_400_000;

/** Up to when figures are complete, in milliseconds since 1970: never beyond now. */
export function knownUntil({ asOf }: { asOf: string | null }, now: number): number {
  return asOf === null ? now : Math.min(Date.parse(asOf), now);
}

/**
 * Whether a step runs and less than a share of it is known, a quarter unless another one is given. A line would fall to almost zero with it, just after
 * every hour. A month and a week of age (`w12`) count with all their days, also where the period ends today.
 */
export function hasJustBegun(
  { key, from, to }: TimeStep,
  known: number,
  leastShare = leastShareDrawn,
): boolean {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (known >= end) return false;
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(key) ?? [];
  const length = month
    ? new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() * dayMs
    : /^w\d+$/.test(key)
      ? 7 * dayMs
      : end - start;
  return known - start < length * leastShare;
}

/** The places that are looked at, first and last; null is all of them. */
export type ChartRange = readonly [first: number, last: number] | null;

export interface ChartSeries {
  id: string;
  name: string;
  /** Where there is little room, as at the end of its line. */
  shortName?: string | undefined;
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

/** Shows every n-th axis text so that at most 15, and no more than fit, are drawn; the longest has so many letters. */
export function tickStep(points: number, width: number, letters = 5): number {
  const fitting = Math.max(2, Math.floor(width / Math.max(58, letters * 7 + 18)));
  return Math.max(1, Math.ceil(points / Math.min(maxTicks, fitting)));
}

const roundHours = [1, 2, 3, 4, 6, 12];

/** Which places from first to last get an axis text: every n-th one, or round hours and beginnings of days. */
export function tickPlaces(
  points: readonly Pick<ChartPoint, 'axis' | 'hour'>[],
  first: number,
  last: number,
  width: number,
): (index: number) => boolean {
  const letters = points.reduce((most, { axis }) => Math.max(most, axis.length), 0);
  const step = tickStep(last - first + 1, width, letters);
  const everyNth = (index: number) => (index - first) % step === 0;
  if (points[first]?.hour === undefined) return everyNth;
  const hours: number[] = [];
  for (let index = first; index <= last; index++) if (points[index]?.hour !== undefined) hours.push(index);
  const most = Math.min(maxTicks, Math.ceil(hours.length / step));
  for (const round of roundHours) {
    const places = hours.filter((index) => (points[index]?.hour ?? 0) % round === 0);
    if (places.length > 0 && places.length <= most) return inPlaces(places);
  }
  const days = hours.filter((index) => points[index]?.hour === 0);
  if (days.length === 0) return everyNth;
  const dayStep = Math.ceil(days.length / most);
  return inPlaces(days.filter((_index, place) => place % dayStep === 0));
}

function inPlaces(places: readonly number[]): (index: number) => boolean {
  const shown = new Set(places);
  return (index) => shown.has(index);
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

/** Dashes of the numbers beyond the palette, whose colours come again. */
const lapDashes: readonly [number, number][] = [
  [2, 3],
  [12, 3],
  [8, 6],
];

/**
 * Bet is dashed 5-4, series from 9 on 6-4, and those beyond the palette by how often it has been used: colour is never
 * the only difference.
 */
export function dashOf(series: Pick<ChartSeries, 'color'>): [number, number] | null {
  if (series.color === 'bet') return [5, 4];
  if (typeof series.color !== 'number') return null;
  const lap = Math.floor((series.color - 1) / seriesColors.dark.length);
  if (lap > 0) return [...(lapDashes[(lap - 1) % lapDashes.length] ?? [2, 3])];
  return seriesSlot(series.color) >= 8 ? [6, 4] : null;
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

/** A range half or twice as long around the same middle; null when it holds everything. */
export function zoomed(range: ChartRange, count: number, factor: 0.5 | 2): ChartRange {
  const [first, last] = range ?? [0, count - 1];
  const length = Math.max(2, Math.min(count, Math.round((last - first + 1) * factor)));
  if (length >= count) return null;
  const start = Math.round((first + last + 1 - length) / 2);
  const kept = Math.min(count - length, Math.max(0, start));
  return [kept, kept + length - 1];
}

/** A range that lies within so many places; null for anything else, and for all of them. */
export function fittingRange(range: ChartRange, count: number): ChartRange {
  if (!range) return null;
  const [first, last] = range;
  const fits = first >= 0 && first < last && last < count;
  return fits && last - first + 1 < count ? range : null;
}
