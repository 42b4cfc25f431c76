import { describe, expect, it } from 'vitest';
import { noAggregates } from '../session-store/index.ts';
import { checksOf, type WindowSums, type Windows } from './rtp-monitor.mapper.ts';

const expected = { rtp: 0.96, deviation: 5, deviationOrigin: 'sheet', since: null } as const;
const starts = { month: '2026-10-21', variant: '2026-10-21', lifetime: null } as const;

/** Rounds of one euro each; at a deviation of 5, 40,000 of them have a standard error of 2.5 points. */
function played(rounds: bigint, rtp: number): WindowSums {
  const bet = rounds * 100n;
  const aggregates = {
    ...noAggregates,
    sessions: rounds / 100n,
    rounds,
    bet,
    win: BigInt(Math.round(Number(bet) * rtp)),
  };
  return { aggregates, stakeSquares: Number(rounds) * 100 ** 2 };
}

const verdictsOf = (windows: Windows) => {
  const { verdict, month, variant, lifetime } = checksOf(windows, expected, starts);
  return { verdict, month: month.verdict, variant: variant.verdict, lifetime: lifetime.verdict };
};

describe('the windows of a game', () => {
  // Four standard errors too little.
  const now = played(40_000n, 0.86);
  const windows = { month: now, monthBefore: now, variant: now, variantBefore: now, lifetime: now };

  it('confirm nothing where they hold the same rows', () => {
    expect(verdictsOf(windows)).toEqual({
      verdict: 'watch',
      month: 'watch',
      variant: 'watch',
      lifetime: 'watch',
    });
  });

  it('are judged alike where they hold the same rows, once a run before has found as much', () => {
    const before = played(39_000n, 0.86);
    const confirmed = { ...windows, monthBefore: before, variantBefore: before };
    expect(verdictsOf(confirmed)).toEqual({
      verdict: 'alert',
      month: 'alert',
      variant: 'alert',
      lifetime: 'alert',
    });
  });

  it('confirm one another where they hold others', () => {
    const since = played(90_000n, 0.9);
    expect(verdictsOf({ ...windows, variant: since, variantBefore: since })).toEqual({
      verdict: 'alert',
      month: 'alert',
      variant: 'alert',
      lifetime: 'alert',
    });
  });
});
