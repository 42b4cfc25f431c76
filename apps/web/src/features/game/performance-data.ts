import {
  type ComparedMetric,
  comparedMetrics,
  type FigureFilter,
  type GameEvent,
  type GamePerformance,
  metrics,
  type PerformanceMetric,
  sessionTypes,
} from '@ludus/contract';
import type {
  ChartMark,
  ChartPoint,
  ChartRange,
  ChartSeries,
  ChosenPoint,
} from '../../components/chart/chart.tsx';
import { hasJustBegun, knownUntil } from '../../components/chart/chart-model.ts';
import { idsOfSeries, seriesNumbers } from '../../components/chart/series-rank.ts';
import { pointsOf } from '../../domain/statistics/chart-steps.ts';
import { daysCovered, explain } from '../../lib/explain.ts';
import { formatDayWith } from '../../lib/format.ts';
import { seriesColors } from '../../theme/tokens.ts';

type Bucket = GamePerformance['buckets'][number];

interface WeekWords {
  /** Under the axis: "W12", or the day that the week begins with. */
  axis(week: number, from: string): string;
  title(week: number, days: string): string;
}

const weekOf = ({ key }: Pick<Bucket, 'key'>) => Number(/^w(\d+)$/.exec(key)?.[1] ?? Number.NaN);

function daysText(bucket: Bucket, language: string): string {
  const { from, to } = daysCovered(bucket);
  const whole = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const end = formatDayWith(to, language, whole);
  return from === to ? end : `${formatDayWith(from, language, { day: 'numeric', month: 'short' })} – ${end}`;
}

/** A life is read by its weeks and months: half of one would look like a fall, so it joins the line once most of it is known. */
const leastShareOfLife = 0.75;

/** The places of the axis: days and months as on the charts, weeks in the words given. */
export function performancePoints(
  { buckets, coverage }: Pick<GamePerformance, 'buckets' | 'coverage'>,
  language: string,
  words: WeekWords,
  now: number,
): ChartPoint[] {
  const known = knownUntil(coverage, now);
  const labels = buckets.map(({ key }) => key.split('-').toReversed().join('/'));
  if (buckets.every((bucket) => Number.isNaN(weekOf(bucket))))
    return pointsOf({ buckets, labels }, buckets.length, language, known, leastShareOfLife);
  return buckets.map((bucket) => ({
    key: bucket.key,
    axis: words.axis(weekOf(bucket), daysCovered(bucket).from),
    partial: bucket.partial,
    hasJustBegun: bucket.partial && hasJustBegun(bucket, known, leastShareOfLife),
    get title() {
      return words.title(weekOf(bucket), daysText(bucket, language));
    },
  }));
}

export const totalId = 'total';
const idOf = (integrationId: number) => `i${integrationId}`;

/** The game's own line and one of each integration; a single integration is the game's line. */
export function performanceSeries(
  performance: GamePerformance,
  metric: PerformanceMetric,
  totalName: string,
): ChartSeries[] {
  const { unit, color } = metrics[metric];
  const { integrations, values, totals } = performance;
  const numbers = seriesNumbers(integrations.map(({ integrationId }) => integrationId));
  const total: ChartSeries = {
    id: totalId,
    name: totalName,
    values: values[metric] ?? [],
    total: totals[metric] ?? null,
    unit,
    color,
  };
  if (integrations.length < 2) return [total];
  return [
    total,
    ...integrations.map((one) => ({
      id: idOf(one.integrationId),
      name: one.name,
      values: one.values[metric] ?? [],
      total: one.totals[metric] ?? null,
      unit,
      color: numbers.get(one.integrationId) ?? 1,
    })),
  ];
}

export const isCompared = (metric: PerformanceMetric): metric is ComparedMetric =>
  comparedMetrics.some((one) => one === metric);

/** The ids of the range's edges, between which the chart is filled. */
export const comparedBand = { low: 'low', high: 'high' } as const;

type ComparedLine = 'own' | 'median' | 'low' | 'high';

/** Its own colour, that of the others, and the same one dashed: the palette begins anew beyond its end. */
const [ownColor, othersColor] = [1, 5];
const dashed = othersColor + seriesColors.dark.length;

export function comparisonSeries(
  comparison: NonNullable<GamePerformance['comparison']>,
  metric: ComparedMetric,
  nameOf: (line: ComparedLine) => string,
): ChartSeries[] {
  const colors = { own: ownColor, median: othersColor, low: dashed, high: dashed };
  return (['own', 'median', 'high', 'low'] as const).map((line) => ({
    id: line,
    name: nameOf(line),
    values: comparison[line][metric] ?? [],
    unit: metrics[metric].unit,
    color: colors[line],
  }));
}

/** The sessions behind the totals of a game's performance. */
export function performanceFilter({ gameId, period }: GamePerformance): FigureFilter | null {
  return period && { ...period, sessionTypeId: sessionTypes.real, games: [gameId] };
}

/** Opens the panel of one value: of its interval, and of the integration whose line it is. */
export function explainPoint(
  bucket: Bucket | undefined,
  metric: PerformanceMetric,
  { element, index, series }: ChosenPoint,
): void {
  if (!bucket) return;
  const within = { ...daysCovered(bucket), ...idsOfSeries(series) };
  explain({ element, metric, within, shown: series.values[index] ?? null });
}

export interface PlacedEvent {
  event: GameEvent;
  /** The number of its mark on the chart; null where it lies outside of it. */
  number: number | null;
  place: number | null;
}

/** Events with their places on the axis, numbered by time as the chart shows them from the left; the latest first. */
export function placeEvents(events: readonly GameEvent[], buckets: readonly Bucket[]): PlacedEvent[] {
  const placeOf = ({ at }: GameEvent) => {
    const time = Date.parse(at);
    const place = buckets.findIndex(({ from, to }) => time >= Date.parse(from) && time < Date.parse(to));
    return place === -1 ? null : place;
  };
  const placed = events.map((event) => ({ event, place: placeOf(event) }));
  let number = placed.filter(({ place }) => place !== null).length;
  return placed.map(({ event, place }) => ({
    event,
    place,
    number: place === null ? null : number--,
  }));
}

/** Places between two marks from which on each has room for a word. */
const roomyGap = 4;

/**
 * One line a place: several events of it share their numbers ("3–5"). Where no mark stands close to another, each says with its
 * number what happened. The one with this id stands out.
 */
export function marksOf(
  placed: readonly PlacedEvent[],
  pointed: string | null,
  wordOf?: (kind: GameEvent['kind']) => string,
): ChartMark[] {
  const byPlace = new Map<number, PlacedEvent[]>();
  for (const one of placed)
    if (one.place !== null) byPlace.set(one.place, [...(byPlace.get(one.place) ?? []), one]);
  const places = [...byPlace.keys()].sort((one, other) => one - other);
  const isRoomy = places.every((place, at) => at === 0 || place - (places[at - 1] ?? place) >= roomyGap);
  return [...byPlace].map(([place, own]) => {
    const kinds = [...new Set(own.map(({ event }) => event.kind))];
    const word = wordOf && isRoomy && kinds.length === 1 && kinds[0] ? ` ${wordOf(kinds[0])}` : '';
    const numbers = own.flatMap(({ number }) => (number === null ? [] : [number]));
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    return {
      place,
      name: (least === most ? String(least) : `${least}–${most}`) + word,
      strong: own.some(({ event }) => event.id === pointed),
    };
  });
}

/** The part of the axis that an address names. */
export function zoomOf(text: string | undefined): ChartRange {
  const [first, last] = (text ?? '').split('-').map(Number);
  return first === undefined || last === undefined || !(first < last) ? null : [first, last];
}
