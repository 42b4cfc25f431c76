import {
  eurosFromCents,
  type MetricId,
  metrics,
  type RankedRow,
  type Ranking,
  type RankingOrder,
} from '@ludus/contract';
import { type Aggregates, addAggregates, noAggregates } from '../session-store/index.ts';
import { metricValue } from './statistics.mapper.ts';

/** The sums of both periods. */
export interface Compared {
  now: Aggregates;
  before: Aggregates;
}

/** One that may be ranked, named. */
export type Candidate = Compared & Omit<RankedRow, keyof Values | 'share' | 'chance'>;

type Values = Pick<RankedRow, 'value' | 'before' | 'change' | 'parts'>;

/** Subtracts sums, players included. */
function lessAggregates(from: Aggregates, less: Aggregates): Aggregates {
  const rest = { ...from };
  for (const name of Object.keys(noAggregates) as (keyof Aggregates)[])
    Object.assign(rest, { [name]: (from[name] as number) - (less[name] as number) });
  return rest;
}

/** Of whole cents; halves go away from zero. The divisor is above zero. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -quotient : quotient;
}

/** So that both parts are exact as numbers. */
const mostCents = 10n ** 15n;

/** What of win or gross win a bet makes. */
const madeOf: Partial<Record<MetricId, (sums: Aggregates) => bigint>> = {
  win: ({ win }) => win,
  grosswin: ({ bet, win }) => bet - win,
};

/** The change of the bet at the RTP before, rounded to the cent, and the rest, which is the change of the RTP at the bet now. */
function partsOf(metric: MetricId, { now, before }: Compared): RankedRow['parts'] {
  const of = madeOf[metric];
  if (of === undefined || now.bet <= 0n || before.bet <= 0n) return null;
  const bet = roundedQuotient((now.bet - before.bet) * of(before), before.bet);
  // A few cents of bets and a jackpot before: an RTP of millions says nothing.
  if (bet > mostCents || bet < -mostCents) return null;
  return { bet: eurosFromCents(bet), rtp: eurosFromCents(of(now) - of(before) - bet) };
}

/** A change of what adds up is a sum of its own, exact to the cent; else the difference of both values. */
function valuesOf(metric: MetricId, { now, before }: Compared): Values {
  const [value, was] = [metricValue(metric, now), metricValue(metric, before)];
  const parts = partsOf(metric, { now, before });
  if (metrics[metric].additive)
    return { value, before: was, change: metricValue(metric, lessAggregates(now, before)), parts };
  return { value, before: was, change: value === null || was === null ? null : value - was, parts };
}

function shareOf(metric: MetricId, value: number | null, total: number | null): number | null {
  if (!metrics[metric].additive || value === null || total === null || total <= 0) return null;
  return value / total;
}

const lowest = Number.NEGATIVE_INFINITY;

/**
 * Returns what comes first: by value, of those with sessions in the period; by change, whatever its sign, of all. The order of equal ones
 * is their name's.
 */
export function rankedFirst(
  candidates: readonly Candidate[],
  metric: MetricId,
  order: RankingOrder,
  limit: number,
): Candidate[] {
  const rankOf = (one: Candidate) => {
    const { value, change } = valuesOf(metric, one);
    if (order === 'value') return value ?? lowest;
    return change === null ? lowest : Math.abs(change);
  };
  return candidates
    .filter(({ now }) => order === 'change' || now.sessions > 0n)
    .map((one) => ({ one, rank: rankOf(one) }))
    .sort((a, b) => (a.rank === b.rank ? compareNames(a.one, b.one) : b.rank - a.rank))
    .slice(0, limit)
    .map(({ one }) => one);
}

const compareNames = (a: Candidate, b: Candidate) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : (a.integrationId ?? 0) - (b.integrationId ?? 0);

/** Rows of those that come first, what all others are together (`count` of both), and the total. */
export function rankingOf(
  metric: MetricId,
  first: readonly Candidate[],
  count: number,
  total: Compared,
): Pick<Ranking, 'rows' | 'others' | 'total'> {
  const whole = valuesOf(metric, total);
  const rest: Compared = {
    now: lessAggregates(total.now, addAggregates(first.map(({ now }) => now))),
    before: lessAggregates(total.before, addAggregates(first.map(({ before }) => before))),
  };
  const isDistinct = metric === 'usersCount';
  const others = isDistinct
    ? { value: null, before: null, change: null, parts: null }
    : valuesOf(metric, rest);
  return {
    rows: first.map(({ now, before, ...named }) => {
      const values = valuesOf(metric, { now, before });
      return { ...named, ...values, share: shareOf(metric, values.value, whole.value), chance: null };
    }),
    others:
      count > first.length
        ? { count: count - first.length, ...others, share: shareOf(metric, others.value, whole.value) }
        : null,
    total: whole,
  };
}
