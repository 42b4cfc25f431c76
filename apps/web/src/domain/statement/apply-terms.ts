import { centsFromEuros, type SettlementTerms, type TermsResult } from '@ludus/contract';

type Example = Pick<TermsResult, 'tiers' | 'minimumApplied' | 'amount'>;

/**
 * What terms make of a base, by tier: the worked example beside a form that is not saved yet. A base at or below zero has no
 * tiers and owes the minimum only.
 */
export function applyTerms(terms: Pick<SettlementTerms, 'tiers' | 'minimum'>, baseAmount: number): Example {
  const base = centsFromEuros(baseAmount);
  const tiers = terms.tiers.flatMap(({ from, rate }, index) => {
    const [lower, next] = [centsFromEuros(from), terms.tiers[index + 1]];
    const upper = next === undefined ? Number.POSITIVE_INFINITY : centsFromEuros(next.from);
    const part = Math.max(0, Math.min(base, upper) - lower);
    if (part === 0) return [];
    // Half a cent counts up; whole cents times whole rates are exact as far as any month goes.
    const amount = Math.floor((part * rate + 5_000) / 10_000);
    return [{ from, to: next?.from ?? null, rate, base: part / 100, amount: amount / 100 }];
  });
  const owed = tiers.reduce((sum, tier) => sum + centsFromEuros(tier.amount), 0);
  const minimum = centsFromEuros(terms.minimum);
  return { tiers, minimumApplied: owed < minimum, amount: Math.max(owed, minimum) / 100 };
}
