import { type Change, changeLimits } from '@ludus/contract';
import { formatAmount, formatPercent } from '../../lib/format.ts';

/** A change in text, with its sign. */
export const formatChange = ({ unit, value }: Change): string =>
  unit === 'ratio' ? formatPercent(value, 1, true) : formatAmount(value, true);

/**
 * The percentage of a change where others beside it are percentages: the largest one that is judged, for what lies beyond, and null
 * against next to nothing.
 */
export function boundedRatio(change: Change, previous: number): { value: number; isBeyond: boolean } | null {
  if (change.unit === 'ratio') return { value: change.value, isBeyond: false };
  if (Math.abs(previous) < changeLimits.leastBase) return null;
  return { value: Math.sign(change.value) * changeLimits.largestRatio, isBeyond: true };
}

/** `> +500%` for what lies beyond. */
export function formatRatio({ value, isBeyond }: { value: number; isBeyond: boolean }): string {
  return isBeyond
    ? `${value > 0 ? '>' : '<'}\u00a0${formatPercent(value, 0, true)}`
    : formatPercent(value, 1, true);
}
