import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { loadGames } from '../world/games.ts';
import { buildPaytable, roundWin, totalWin } from './paytable.ts';

const { catalogue, storage } = loadGames();

describe('paytables', () => {
  it('give every game exactly its return and its deviation per round', () => {
    for (const game of [...catalogue, ...storage]) {
      const table = buildPaytable(game);
      expect(Math.abs(table.rtp * 100 - game.rtp), game.slug).toBeLessThan(0.02);
      expect(Math.abs(table.deviation / game.rtpStdDev - 1), game.slug).toBeLessThan(0.02);
      expect(Math.max(...table.multipliers), game.slug).toBeLessThanOrEqual(game.max_multiplier_win * 100);
    }
  });

  it('keep their promise in play: the mean of three million rounds lies within four standard errors', () => {
    const rounds = 3_000_000;
    for (const slug of ['sugar_cascade', 'bells_and_bars', 'roulette_imperiale', 'tome_of_thebes']) {
      const game = catalogue.find((one) => one.slug === slug);
      if (!game) throw new Error(slug);
      const table = buildPaytable(game);
      const error = table.deviation / Math.sqrt(rounds);
      const played = totalWin(table, 7, 1_000, rounds) / rounds / 1_000;
      expect(Math.abs(played - table.rtp), slug).toBeLessThan(4 * error + 0.001);
    }
  });

  it('give the same wins whether rounds are summed or listed', () => {
    const table = buildPaytable(catalogue[0] as (typeof catalogue)[0]);
    const random = new Random(99);
    let sum = 0;
    for (let i = 0; i < 5_000; i++) sum += roundWin(table, 25, random.uint32());
    expect(totalWin(table, 99, 25, 5_000)).toBe(sum);
  });
});
