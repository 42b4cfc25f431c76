import { centsFromEuros } from '@ludus/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noAggregates } from '../session-store/index.ts';
import { rankingOf } from './statistics.ranking-mapper.ts';

type Sums = readonly [bet: bigint, win: bigint];
const sums = ([bet, win]: Sums) => ({ ...noAggregates, bet, win });
const of = (now: Sums, before: Sums, metric: 'grosswin' | 'win' = 'grosswin') =>
  rankingOf(metric, [], 0, { now: sums(now), before: sums(before) }).total;

describe('the parts of a change', () => {
  it('are the bet at the RTP before, and the rest', () => {
    // 10 % of 1.000,00 €, then 5 % of 3.000,00 €: twice as much more bet at 10 % is 200,00 €.
    expect(of([300_000n, 285_000n], [100_000n, 90_000n])).toEqual({
      value: 150,
      before: 100,
      change: 50,
      parts: { bet: 200, rtp: -150 },
    });
    // The same bet: all of it is the RTP.
    expect(of([100_000n, 80_000n], [100_000n, 90_000n]).parts).toEqual({ bet: 0, rtp: 100 });
    // The same RTP: all of it is the bet.
    expect(of([50_000n, 45_000n], [100_000n, 90_000n]).parts).toEqual({ bet: -50, rtp: 0 });
  });

  it('round halves away from zero', () => {
    expect(of([3n, 0n], [2n, 1n]).parts).toEqual({ bet: 0.01, rtp: 0.01 });
    expect(of([1n, 0n], [2n, 1n]).parts).toEqual({ bet: -0.01, rtp: 0.01 });
  });

  it('are missing where one period has no bets', () => {
    expect(of([0n, 0n], [100_000n, 90_000n]).parts).toBeNull();
    expect(of([100_000n, 90_000n], [0n, 0n]).parts).toBeNull();
    // Nothing that a number could hold.
    expect(of([10n ** 12n, 0n], [1n, 10n ** 12n]).parts).toBeNull();
  });

  it('are the change to the cent', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const pair = fc.tuple(amount, amount);
    fc.assert(
      fc.property(pair, pair, fc.constantFrom('grosswin', 'win'), (now, before, metric) => {
        const { change, parts } = of(now, before, metric);
        const cents = (value: number | null) => BigInt(centsFromEuros(value ?? Number.NaN));
        if (parts) expect(cents(parts.bet) + cents(parts.rtp)).toBe(cents(change));
      }),
    );
  });
});
