import { dictionary, type GrandTotals, type MetricId, metrics } from '@ludus/contract';
import { formatAmount, formatCount, formatPercent, MINUS } from '../../lib/format.ts';

/** A metric as text, in its unit. */
export function writeMetric(metric: MetricId, value: number | null | undefined): string {
  const { unit } = metrics[metric];
  return unit === 'euro' ? formatAmount(value) : unit === 'ratio' ? formatPercent(value) : formatCount(value);
}

/** The formula with the values put in, such as `1.234,50 € / 1.300,00 € = 94,9615 %`; null for a sum. */
export function writeTerms(metric: MetricId, totals: GrandTotals): string | null {
  const { terms } = dictionary[metric];
  if (terms === null) return null;
  const { left, sign, right } = terms;
  const [first, second] = [writeMetric(left, totals[left]), writeMetric(right, totals[right])];
  return `${first} ${sign === 'minus' ? MINUS : '/'} ${second} = ${writeMetric(metric, totals[metric])}`;
}
