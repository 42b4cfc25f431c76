import {
  encodeStatisticsRequest,
  type FigureFilter,
  type getCoverage,
  type MetricId,
  metricOfSplit,
  metrics,
  type QueryInput,
  type SplitStatName,
  type Statistics,
  type StatisticsRequestInput,
  sessionTypes,
  splitStatNames,
} from '@ludus/contract';
import type { ChartPoint, ChartSeries, ChartUnit } from '../../components/chart/chart.tsx';
import { hasJustBegun } from '../../components/chart/chart-model.ts';
import { formatInstant, formatInstantWith, zoneName } from '../../lib/format.ts';
import type { DateType } from '../../lib/shared-filters.ts';
import { seriesColors, seriesSlot } from '../../theme/tokens.ts';
import type { ChartFilters } from './filters.ts';
import type { Dataset } from './search.ts';

/** The question to the session store for these filters, always of the nine figures of the charts. */
export function requestOf(filters: ChartFilters, dataset: Dataset): StatisticsRequestInput {
  return {
    ...filters.period,
    sessionTypeId: filters.money === 'all' ? null : sessionTypes[filters.money],
    games: [...filters.games],
    integrations: [...filters.integrations],
    operators: [...filters.operators],
    stats: [...splitStatNames],
    datasetGames: dataset === 'games',
    datasetIntegrations: dataset === 'integrations',
    datasetTotals: dataset === 'totals',
    key: filters.by,
    ...(filters.state === 'any' ? {} : { isOpen: filters.state === 'open' }),
  };
}

/** The filter of these figures alone, for how complete they are. */
export function coverageFilterOf(filters: ChartFilters): QueryInput<typeof getCoverage> {
  return {
    ...filters.period,
    sessionTypeId: filters.money === 'all' ? null : sessionTypes[filters.money],
    games: [...filters.games],
    integrations: [...filters.integrations],
    operators: [...filters.operators],
    ...(filters.state === 'any' ? {} : { isOpen: filters.state === 'open' }),
  };
}

/** The sessions behind the totals of these filters. */
export function explainedBy({ period, money, state, ...ids }: ChartFilters): FigureFilter {
  const { games, integrations, operators } = ids;
  return {
    ...period,
    sessionTypeId: money === 'all' ? null : sessionTypes[money],
    ...(state === 'any' ? {} : { isOpen: state === 'open' }),
    games,
    integrations,
    operators,
  };
}

export const encodedRequest = (filters: ChartFilters, dataset: Dataset): string =>
  encodeStatisticsRequest(requestOf(filters, dataset));

export const unitOf = (stat: SplitStatName): ChartUnit => metrics[metricOfSplit(stat)].unit;

/** How many steps have begun: those still to come are no zeros. */
export function begunSteps({ buckets }: Pick<Statistics, 'buckets'>, now: number): number {
  const first = buckets.findIndex((bucket) => Date.parse(bucket.from) > now);
  return first === -1 ? buckets.length : first;
}

function groupingOf(key: string): DateType {
  if (key.length === 7) return 'month';
  return key.length === 10 ? 'day' : 'hour';
}

/**
 * The places of the chart. Titles are written when they are read: a year has 8.760 hours, of which few are
 * looked at. Figures are known up to `known`.
 */
export function pointsOf(
  { buckets, labels }: Pick<Statistics, 'buckets' | 'labels'>,
  begun: number,
  language: string,
  known = Number.POSITIVE_INFINITY,
): ChartPoint[] {
  return buckets.slice(0, begun).map((bucket, index) => {
    const grouping = groupingOf(bucket.key);
    const label = labels[index] ?? '';
    const ofSeveralDays = grouping === 'hour' ? hourOfSeveralDays(label, bucket.key, language) : null;
    return {
      key: bucket.key,
      partial: bucket.partial,
      hasJustBegun: bucket.partial && hasJustBegun(bucket, known),
      axis: grouping === 'day' ? dayText(bucket.key, language) : label,
      ...ofSeveralDays,
      get title() {
        if (grouping === 'month')
          return formatInstantWith(bucket.from, language, { month: 'long', year: 'numeric' });
        const date = formatInstantWith(bucket.from, language, {
          weekday: 'long',
          day: 'numeric',
          month: 'short',
          year: 'numeric',
        });
        if (grouping === 'day') return date;
        // The hour that comes twice when summer time ends names its zone.
        const zone = label.includes('+') ? ` ${zoneName(bucket.from)}` : '';
        return `${date}, ${formatInstant(bucket.from, 'time')}–${formatInstant(bucket.to, 'time')}${zone}`;
      },
    };
  });
}

/** Where labels name the day as well (`02/11 23:00`): the hour, and the day in its place where one begins. */
function hourOfSeveralDays(label: string, key: string, language: string) {
  const [, time, hour] = /^\d\d\/\d\d ((\d\d):\d\d)/.exec(label) ?? [];
  if (!time || !hour) return null;
  const axis = time === '00:00' ? dayText(key.slice(0, 10), language) : time;
  return { hour: Number(hour), axis };
}

function dayText(key: string, language: string): string {
  return formatInstantWith(`${key}T12:00:00Z`, language, { day: 'numeric', month: 'short' });
}

/** One series per figure. Totals come from the response: players and RTP are no sums. */
export function totalsSeries(
  statistics: Statistics,
  stats: readonly SplitStatName[],
  begun: number,
  nameOf: (metric: MetricId) => string,
): ChartSeries[] {
  return stats.flatMap((stat) => {
    const metric = metricOfSplit(stat);
    const found = statistics.datasets.totals?.find((one) => one.stat === metric);
    return found
      ? {
          id: stat,
          name: nameOf(metric),
          values: found.data.slice(0, begun),
          total: found.total,
          unit: unitOf(stat),
          color: metrics[metric].color,
        }
      : [];
  });
}

/** One series per game or integration, or the total of one figure, as in the response. */
export function splitSeries(
  statistics: Statistics,
  stat: SplitStatName,
  begun: number,
  totalName: string,
): ChartSeries[] {
  const { games, integrations } = statistics.datasets;
  const unit = unitOf(stat);
  if (!games && !integrations) {
    return totalsSeries(statistics, [stat], begun, () => totalName);
  }
  const found = (games?.[stat] ?? integrations?.[stat] ?? []).map((one) => {
    const id = 'gameId' in one ? one.gameId : one.integrationId;
    return { id, label: one.label, data: one.data, total: one.total };
  });
  const numbers = seriesNumbers(found.map(({ id }) => id));
  return found.map(({ id, label, data, total }) => ({
    id: `${games ? 'g' : 'i'}${id}`,
    name: label,
    values: data.slice(0, begun),
    total,
    unit,
    color: numbers.get(id) ?? 1,
  }));
}

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
