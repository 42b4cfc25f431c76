import { centsFromEuros, eurosFromCents } from '../money.ts';
import type { SettlementTerms, TermsResult, TierLine } from './terms.ts';

/** A month as it was closed. */
export interface TermsMonth {
  netwinCents: bigint;
  grosswinCents: bigint;
  /** As the platform reports it. */
  dueCents: bigint;
}

/**
 * Computes what the terms make of a month. Each tier takes its rate of its own part of the base and is rounded by itself, so that
 * whoever adds up the printed lines gets the printed amount. Tiers that the base does not reach are left out, so a loss has none.
 * @throws RangeError unless the tiers begin at 0 and rise: a part of the base would be owed twice or not at all
 */
export function computeTerms(terms: SettlementTerms, month: TermsMonth): TermsResult {
  const base = terms.base === 'netwin' ? month.netwinCents : month.grosswinCents;
  const minimum = BigInt(centsFromEuros(terms.minimum));
  const tiers = tiersOf(terms, base);
  const shares = tiers.reduce((sum, { amount }) => sum + BigInt(centsFromEuros(amount)), 0n);
  const minimumApplied = shares < minimum;
  const amount = minimumApplied ? minimum : shares;
  return {
    terms,
    baseAmount: eurosFromCents(base),
    tiers,
    minimumApplied,
    amount: eurosFromCents(amount),
    difference: eurosFromCents(month.dueCents - amount),
  };
}

function tiersOf({ tiers }: SettlementTerms, base: bigint): TierLine[] {
  const limits = tiers.map(({ from }) => BigInt(centsFromEuros(from)));
  if (limits[0] !== 0n || limits.some((from, index) => index > 0 && from <= (limits[index - 1] ?? 0n)))
    throw new RangeError('Tiers have to begin at 0 and rise');
  const lines: TierLine[] = [];
  for (const [index, { from, rate }] of tiers.entries()) {
    const start = limits[index] ?? 0n;
    if (base <= start) break;
    const end = limits[index + 1];
    const part = (end === undefined || base < end ? base : end) - start;
    lines.push({
      from,
      to: tiers[index + 1]?.from ?? null,
      rate,
      base: eurosFromCents(part),
      amount: eurosFromCents(shareOf(part, rate)),
    });
  }
  return lines;
}

/** Computes value added tax in cents, at a rate in hundredths of a percent. It is rounded once, so it has to get the whole net amount. */
export function vatOf(netCents: bigint, rate: number): bigint {
  return shareOf(netCents, rate);
}

/** Takes an amount with value added tax apart, in cents: the net amount is rounded once, the tax is the rest. */
export function splitOfGross(grossCents: bigint, rate: number): { net: bigint; vat: bigint } {
  const divisor = whole + BigInt(rate);
  const size = grossCents < 0n ? -grossCents : grossCents;
  const rounded = (2n * size * whole + divisor) / (2n * divisor);
  const net = grossCents < 0n ? -rounded : rounded;
  return { net, vat: grossCents - net };
}

const whole = 10_000n;

/** Takes hundredths of a percent of an amount; half a cent is rounded away from zero. */
function shareOf(cents: bigint, rate: number): bigint {
  const product = cents * BigInt(rate);
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + whole) / (2n * whole);
  return product < 0n ? -rounded : rounded;
}
