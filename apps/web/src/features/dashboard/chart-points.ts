import type { Statistics } from '@ludus/contract';
import type { ChartPoint } from '../../components/chart/chart.tsx';
import { hasJustBegun } from '../../components/chart/chart-model.ts';
import { formatInstant, formatInstantWith } from '../../lib/format.ts';

/**
 * The places of the chart: the server's labels on the axis, and in the tooltip the whole date in words with
 * the hours the point covers; one that is not over is marked as such. Figures are known up to `known`.
 */
export function chartPoints(
  statistics: Pick<Statistics, 'labels' | 'buckets'>,
  grouping: 'hour' | 'day',
  language: string,
  known = Number.POSITIVE_INFINITY,
): ChartPoint[] {
  return statistics.buckets.map((bucket, index) => {
    const date = formatInstantWith(bucket.from, language, {
      weekday: 'long',
      day: 'numeric',
      month: 'short',
    });
    const hours = `${formatInstant(bucket.from, 'time')}–${formatInstant(bucket.to, 'time')}`;
    return {
      key: bucket.key,
      axis:
        grouping === 'hour'
          ? (statistics.labels[index] ?? '')
          : formatInstantWith(bucket.from, language, { day: 'numeric', month: 'short' }),
      title: grouping === 'hour' ? `${date}, ${hours}` : date,
      partial: bucket.partial,
      hasJustBegun: bucket.partial && hasJustBegun(bucket, known),
    };
  });
}

/** The buckets that have begun: the hours still to come of today are no zeros. */
export function begunBuckets(statistics: Pick<Statistics, 'buckets'>, now: number): number {
  const first = statistics.buckets.findIndex((bucket) => new Date(bucket.from).getTime() > now);
  return first === -1 ? statistics.buckets.length : first;
}
