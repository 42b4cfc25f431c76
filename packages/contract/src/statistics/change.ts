import { z } from 'zod';
import { centsFromEuros, eurosFromCents } from '../money.ts';

/**
 * Whether a figure may be set against the one of the period before: `fair` it may; `new`: whatever has the figure began only during the
 * period before or after it; `early`: the running period is known for less than an hour, in which most sessions are still open.
 */
export const comparisons = ['fair', 'new', 'early'] as const;
export const comparison = z.enum(comparisons).meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparison>;

const leastKnownMs = 3_600_000;

/** Judges a comparison. `sessionsUntil`: all sessions there ever were until the end of the first day of the period before. */
export function comparisonOf({
  sessionsUntil,
  knownMs,
}: {
  sessionsUntil: number;
  /** How much of the period is over and fetched. */
  knownMs: number;
}): Comparison {
  if (sessionsUntil === 0) return 'new';
  return knownMs < leastKnownMs ? 'early' : 'fair';
}

/** How an amount differs from the one that it is compared with: as a ratio, or in euro where a ratio would say nothing. */
export type Change = { unit: 'ratio'; value: number } | { unit: 'euro'; value: number };

/** Against less than `leastBase` euro a ratio is noise; beyond `largestRatio` times the base, an amount is easier to judge. */
export const changeLimits = { leastBase: 10, largestRatio: 5 };
const leastBaseCents = centsFromEuros(changeLimits.leastBase);

/**
 * Compares two amounts of euro, counted in cents: in euro too where a gain has become a loss or the other way round. Null where both are nothing, and where the
 * comparison is not fair.
 */
export function changeOf(current: number, previous: number, judged: Comparison = 'fair'): Change | null {
  if (judged !== 'fair') return null;
  const base = centsFromEuros(previous);
  const difference = centsFromEuros(current) - base;
  if (base === 0 && difference === 0) return null;
  const size = Math.abs(base);
  const hasTurned = Math.sign(base) * Math.sign(base + difference) < 0;
  return hasTurned || size < leastBaseCents || Math.abs(difference) > changeLimits.largestRatio * size
    ? { unit: 'euro', value: eurosFromCents(difference) }
    : { unit: 'ratio', value: difference / size };
}
