import { describe, expect, it } from 'vitest';
import {
  bandOf,
  effectivePlaysOf,
  estimateDeviation,
  measureRtp,
  neededPlaysOf,
  type RtpMeasure,
  verdictOf,
  worstVerdictOf,
} from './band.ts';

/** Seeded, so that every run plays the same rounds. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chances and wins in stakes of a healthy game: RTP 0.956, standard deviation 5.909. */
const prizes = [
  [0.2, 1],
  [0.07, 4],
  [0.014, 15],
  [0.0026, 60],
  [0.00055, 200],
] as const;
const healthy = { rtp: 0.956, deviation: 5.909 };

function winOf(draw: number): number {
  let limit = 0;
  for (const [chance, win] of prizes) {
    limit += chance;
    if (draw < limit) return win;
  }
  return 0;
}

const percent = (value: number) => Math.round(value * 10_000) / 100;
const measure = (z: number, isGathering = false): Pick<RtpMeasure, 'z' | 'isGathering'> => ({
  z,
  isGathering,
});

describe('the band of the RTP', () => {
  // The PAR sheet that Robison prints: deviation 3.62, RTP 92.78%, limits of 90%.
  it.each([
    [1_000, 18.83],
    [10_000, 5.95],
    [100_000, 1.88],
    [1_000_000, 0.6],
    [10_000_000, 0.19],
  ])('of a published PAR sheet reaches as far as printed at %i games', (games, expected) => {
    const { low, high } = bandOf({ rtp: 0.9278, deviation: 3.62 }, games, 1.6449);
    expect(percent((high - low) / 2)).toBeCloseTo(expected, 2);
    expect(percent((high + low) / 2)).toBeCloseTo(92.78, 6);
  });

  it('counts plays by their stakes: all of flat ones, few where one stake outweighs the others', () => {
    expect(effectivePlaysOf({ bet: 100, stakeSquares: 100 })).toBe(100);
    // A hundred stakes of 1 and one of 100: 200² / (100 + 10,000).
    expect(effectivePlaysOf({ bet: 200, stakeSquares: 10_100 })).toBeCloseTo(3.96, 2);
    expect(effectivePlaysOf({ bet: 0, stakeSquares: 0 })).toBe(0);
  });

  it('has a ratio of sums in it, its distance in standard errors, and both limits', () => {
    const found = measureRtp({ bet: 40_000, win: 37_200, stakeSquares: 40_000 }, { rtp: 0.96, deviation: 4 });
    expect(found.plays).toBe(40_000);
    expect(found.observed).toBe(0.93);
    // The standard error is 4 / 200 = 0.02.
    expect(found.z).toBeCloseTo(-1.5, 10);
    expect(found.band).toEqual({ low: expect.closeTo(0.92, 10), high: expect.closeTo(1, 10) });
    expect(found.alertBand).toEqual({ low: expect.closeTo(0.9, 10), high: expect.closeTo(1.02, 10) });
    expect(found.isGathering).toBe(false);
  });

  it('is none without bets', () => {
    expect(measureRtp({ bet: 0, win: 0, stakeSquares: 0 }, healthy)).toEqual({
      observed: null,
      plays: 0,
      z: null,
      band: null,
      alertBand: null,
      isGathering: true,
    });
  });
});

describe('a verdict', () => {
  it('waits for 10,000 plays, and until the alert limits lie within ten points', () => {
    expect(neededPlaysOf(1)).toBe(10_000);
    expect(neededPlaysOf(3.333)).toBe(10_000);
    // (3 * 13.21 / 0.1)²
    expect(Math.round(neededPlaysOf(13.21))).toBe(157_054);
    const at = (plays: number) =>
      measureRtp({ bet: plays, win: 0, stakeSquares: plays }, { rtp: 0.96, deviation: 13.21 });
    expect(verdictOf(at(157_053), { others: [measure(-9)] })).toBe('gathering');
    expect(verdictOf(at(157_055), { others: [measure(-9)] })).toBe('alert');
  });

  it.each([
    [0, 'normal'],
    [1.99, 'normal'],
    [2, 'watch'],
    [-2, 'watch'],
    [2.99, 'watch'],
    [3, 'alert'],
    [-3, 'alert'],
  ])('of %d standard errors, confirmed, is %s, whether it pays too much or too little', (z, verdict) => {
    expect(verdictOf(measure(z), { others: [measure(Math.sign(z) * 3)] })).toBe(verdict);
  });

  it('is an alert only if another run or window that can be judged deviates as far to the same side', () => {
    expect(verdictOf(measure(-4))).toBe('watch');
    expect(verdictOf(measure(-4), { others: [measure(-2.9), measure(4)] })).toBe('watch');
    expect(verdictOf(measure(-4), { others: [measure(-5, true)] })).toBe('watch');
    expect(verdictOf(measure(-4), { others: [measure(1), measure(-3)] })).toBe('alert');
  });

  it('stays pinned until someone closes it, whatever is measured', () => {
    for (const found of [measure(0), measure(9), measure(0, true)])
      expect(verdictOf(found, { isPinned: true })).toBe('pinned');
  });

  it('of several windows is the most urgent one', () => {
    expect(worstVerdictOf(['normal', 'alert', 'gathering'])).toBe('alert');
    expect(worstVerdictOf(['gathering', null, 'normal'])).toBe('normal');
    expect(worstVerdictOf(['pinned', 'alert'])).toBe('pinned');
    expect(worstVerdictOf([null])).toBeNull();
  });
});

describe('a healthy game with mixed stakes', () => {
  /** 1,500 windows of 60 sessions, with stakes from 0.20 to 40 that now and then change within a session. */
  function simulate() {
    const random = randomFrom(20_261_126);
    const stakes = [0.2, 0.4, 1, 2, 4, 10, 20, 40];
    const shares = { rounds: [0, 0], plays: [0, 0], sessions: [0, 0] };
    const windows = 1_500;
    const deviation = { sessions: 0, rounds: 0, weightedReturns: 0, weightedSquares: 0 };
    for (let window = 0; window < windows; window++) {
      const sums = { bet: 0, win: 0, rounds: 0, squares: 0, sessionSquares: 0 };
      for (let session = 0; session < 60; session++) {
        const rounds = 20 + Math.floor(random() * 80);
        // Most people play low; the highest stakes are rare.
        let place = Math.floor(random() ** 2 * stakes.length);
        let [bet, win] = [0, 0];
        for (let round = 0; round < rounds; round++) {
          if (random() < 0.02) place = Math.min(stakes.length - 1, place + 1);
          const stake = stakes[place] ?? 1;
          bet += stake;
          win += stake * winOf(random());
          sums.squares += stake ** 2;
        }
        sums.bet += bet;
        sums.win += win;
        sums.rounds += rounds;
        sums.sessionSquares += bet ** 2 / rounds;
        deviation.sessions += 1;
        deviation.rounds += rounds;
        deviation.weightedReturns += (rounds * win) / bet;
        deviation.weightedSquares += rounds * (win / bet) ** 2;
      }
      const zOf = (stakeSquares: number) =>
        Math.abs(measureRtp({ bet: sums.bet, win: sums.win, stakeSquares }, healthy).z ?? 0);
      const found = {
        rounds: zOf(sums.bet ** 2 / sums.rounds),
        plays: zOf(sums.squares),
        sessions: zOf(sums.sessionSquares),
      };
      for (const by of ['rounds', 'plays', 'sessions'] as const) {
        if (found[by] > 2) shares[by][0] = (shares[by][0] ?? 0) + 100 / windows;
        if (found[by] > 3) shares[by][1] = (shares[by][1] ?? 0) + 100 / windows;
      }
    }
    return { shares, deviation };
  }
  const { shares, deviation } = simulate();
  const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 10) / 10);

  it('leaves the band of plain rounds far too often', () => {
    expect(rounded(shares.rounds)).toEqual([29.1, 9.9]);
  });

  it('leaves that of effective plays about as often as chance allows: 4.6% beyond two errors, 0.3% beyond three', () => {
    expect(rounded(shares.plays)).toEqual([4.1, 1.1]);
  });

  it('does so little more often where only the sums of sessions are known', () => {
    expect(rounded(shares.sessions)).toEqual([4.7, 1.3]);
  });

  it('has its deviation estimated from its sessions, a little high where stakes change within them', () => {
    expect(estimateDeviation(deviation, healthy.rtp)).toBeCloseTo(6.26, 2);
    expect(estimateDeviation({ ...deviation, sessions: 0 }, healthy.rtp)).toBeNull();
  });
});
