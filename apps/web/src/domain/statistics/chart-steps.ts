import { type MetricId, metricOfSplit, metrics, type SplitStatName, type Statistics } from '@ludus/contract';
import type { ChartPoint, ChartSeries, ChartUnit } from '../../components/chart/chart.tsx';
import { hasJustBegun } from '../../components/chart/chart-model.ts';
import { daysOf, type Period } from '../../lib/days.ts';
import { formatInstant, formatInstantWith, zoneName } from '../../lib/format.ts';
import type { DateType } from '../../lib/shared-filters.ts';

/** The grouping that suits a period's length: neither a handful of points nor hundreds. */
export function grainFor(period: Period): DateType {
  const days = daysOf(period);
  if (days <= 4) return 'hour';
  return days <= 186 ? 'day' : 'month';
}

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
 * looked at. Figures are known up to `known`; the step that runs is left out of lines until `leastShare` of it is.
 */
export function pointsOf(
  { buckets, labels }: Pick<Statistics, 'buckets' | 'labels'>,
  begun: number,
  language: string,
  known = Number.POSITIVE_INFINITY,
  leastShare?: number,
): ChartPoint[] {
  const now = Date.now();
  return buckets.slice(0, begun).map((bucket, index) => {
    const grouping = groupingOf(bucket.key);
    const label = labels[index] ?? '';
    const ofSeveralDays = grouping === 'hour' ? hourOfSeveralDays(label, bucket.key, language) : null;
    return {
      key: bucket.key,
      partial: bucket.partial,
      isCut: bucket.partial && Date.parse(bucket.to) <= now,
      hasJustBegun: bucket.partial && hasJustBegun(bucket, known, leastShare),
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
