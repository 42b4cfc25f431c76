import { describe, expect, it } from 'vitest';
import { noAggregates } from '../session-store/index.ts';
import { canonicalJson } from './evidence.hash.ts';
import { checksOf, playedParts, type WindowSums, type Windows } from './rtp-monitor.mapper.ts';

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

describe('what was played, by day and month', () => {
  /** 20 January to 30 April, 10,01 euro a day. */
  const sums = Array.from({ length: 101 }, (_, at) => ({
    day: Number(new Date(Date.UTC(2026, 0, 20 + at)).toISOString().slice(0, 10).replaceAll('-', '')),
    bet: 1001,
    win: 900,
    stakeSquares: 100_000,
  }));
  const cents = (rows: readonly { bet: number }[]) =>
    rows.reduce((sum, { bet }) => sum + Math.round(bet * 100), 0);

  it('is the last 92 days and the months before them, which add up to all of it', () => {
    const { days, dayCount, months } = playedParts(sums, expected);
    expect([days.length, dayCount, days.at(0)?.day, days.at(-1)?.day]).toEqual([
      92,
      101,
      '2026-01-29',
      '2026-04-30',
    ]);
    expect(months).toEqual([
      { month: '2026-01', days: 9, bet: 90.09, win: 81, plays: expect.any(Number), observed: 8100 / 9009 },
    ]);
    expect(cents(days) + cents(months)).toBe(101 * 1001);
  });

  it('has the days of earlier variants in the months', () => {
    const { days, dayCount, months } = playedParts(sums, { ...expected, since: '2026-04-11' });
    expect([days.length, dayCount]).toEqual([20, 20]);
    expect(months.map(({ month, days: played }) => [month, played])).toEqual([
      ['2026-01', 12],
      ['2026-02', 28],
      ['2026-03', 31],
      ['2026-04', 10],
    ]);
    expect(cents(days) + cents(months)).toBe(101 * 1001);
  });
});

describe('canonical JSON', () => {
  it('is the same whatever the order of the keys is', () => {
    const text = '{"a":[{"x":1.5,"y":null},"€"],"b":0.30000000000000004}';
    expect(canonicalJson({ b: 0.1 + 0.2, a: [{ y: null, x: 1.5 }, '€'] })).toBe(text);
    expect(canonicalJson({ a: [{ x: 1.5, y: null }, '€'], b: 0.1 + 0.2 })).toBe(text);
  });
});
