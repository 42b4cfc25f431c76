import { centsFromEuros, eurosFromCents } from '@ludus/contract';
import { formatAmount, formatPercent } from '../../lib/format.ts';

/** How an amount differs from the one that it is compared with: as a ratio, or in euro where a ratio would say nothing. */
export type Change = { unit: 'ratio'; value: number } | { unit: 'euro'; value: number };

/** Against less than this a ratio is noise. */
const leastBaseCents = centsFromEuros(10);

/** Beyond this many times the base, an amount is easier to judge than a ratio. */
const largestRatio = 5;

/** Compares two amounts of euro, counted in cents; null where both are nothing. */
export function changeOf(current: number, previous: number): Change | null {
  const base = centsFromEuros(previous);
  const difference = centsFromEuros(current) - base;
  if (base === 0 && difference === 0) return null;
  const size = Math.abs(base);
  return size < leastBaseCents || Math.abs(difference) > largestRatio * size
    ? { unit: 'euro', value: eurosFromCents(difference) }
    : { unit: 'ratio', value: difference / size };
}

/** A change in text, with its sign. */
export const formatChange = ({ unit, value }: Change): string =>
  unit === 'ratio' ? formatPercent(value, 1, true) : formatAmount(value, true);
