import { describe, expect, it } from 'vitest';
// @ts-expect-error A browser module without types.
import * as cutout from '../../public/demo/cutout.js';
// @ts-expect-error A browser module without types.
import * as math from '../../public/demo/math.js';
// @ts-expect-error A browser module without types.
import * as table from '../../public/demo/table.js';
import { Random } from '../random.ts';
import { betLadder, loadGames, minFactor } from '../world/games.ts';

const shelf = loadGames();
const slots = [...shelf.catalogue, ...shelf.storage].filter(
  (game) => game.isDemo && game.type !== 'ROULETTE',
);

function mathOf(game: (typeof slots)[number]) {
  const { reels, lines, rtp } = game;
  const unit = minFactor(game);
  return math.slotMath({ reels, rows: game.gameRows, lines, rtp, unit, payMethod: game.pay_method });
}

function drawsOf(seed: number): (limit: number) => number {
  const random = new Random(seed);
  return (limit) => random.int(0, limit - 1);
}

describe('what the demo games pay', () => {
  it('returns what the catalogue promises, to a hundredth of a percent and never more', () => {
    expect(slots.length).toBeGreaterThan(50);
    for (const game of slots) {
      const { returned } = mathOf(game);
      expect(returned, game.slug).toBeLessThanOrEqual(game.rtp + 1e-9);
      expect(returned, game.slug).toBeGreaterThan(game.rtp - 0.01);
    }
  });

  it('pays more for better symbols and for more of them', () => {
    for (const game of slots) {
      const { pays } = mathOf(game) as { pays: number[][] };
      expect(pays).toHaveLength(8);
      for (const [symbol, row] of pays.entries()) {
        expect(row.every(Number.isInteger), game.slug).toBe(true);
        expect(row, game.slug).toEqual(row.toSorted((a, b) => a - b));
        for (const [tier, pay] of row.entries())
          expect(pay, `${game.slug} ${symbol}/${tier}`).toBeLessThanOrEqual(pays[symbol - 1]?.[tier] ?? pay);
      }
    }
  });

  it('wins whole cents at every bet of every game', () => {
    for (const game of slots) {
      const own = mathOf(game);
      for (const bet of betLadder(game)) {
        const win = math.winCents(own, bet, own.pays[7][0]);
        expect(Number.isInteger(win), `${game.slug} at ${bet}`).toBe(true);
      }
    }
  });

  it.each(['Paylines', 'Ways', 'Scatter', 'Tumble'])('plays %s as it was computed', (payMethod) => {
    const own = math.slotMath({ reels: 5, rows: 3, lines: 20, rtp: 96, unit: 10, payMethod });
    const draw = drawsOf(7);
    const spins = 40_000;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < spins; i++) {
      const { pay } = math.spin(own, draw);
      sum += pay / 10;
      squares += (pay / 10) ** 2;
    }
    const mean = sum / spins;
    const error = Math.sqrt((squares / spins - mean ** 2) / spins);
    expect(Math.abs(mean - own.returned / 100)).toBeLessThan(3 * error);
  });

  it('finds the wins of a grid', () => {
    const game = { reels: 5, rows: 3, lines: 5, rtp: 96, unit: 10 };
    const grid = [
      [0, 4, 5],
      [4, 0, 6],
      [1, 2, 0],
      [7, 6, 3],
      [7, 5, 3],
    ];
    const lines = math.slotMath({ ...game, payMethod: 'Paylines' });
    expect(lines.paths).toHaveLength(5);
    expect(math.winsOnLines({ ...lines, paths: [[0, 1, 2, 1, 0]] }, grid)).toEqual([
      {
        symbol: 0,
        count: 3,
        pay: lines.pays[0][0],
        path: [0, 1, 2, 1, 0],
        places: [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
      },
    ]);
    const ways = math.slotMath({ ...game, payMethod: 'Ways' });
    const doubled = [[0, 4, 0], ...grid.slice(1)];
    expect(math.winsOf(ways, doubled)).toMatchObject([{ symbol: 0, count: 3, pay: ways.pays[0][0] * 2 }]);
  });

  it('has as many different lines as the game names', () => {
    for (const game of slots.filter(({ pay_method }) => pay_method === 'Paylines')) {
      const paths = math.payLines(game.reels, game.gameRows, game.lines) as number[][];
      expect(new Set(paths.map(String)).size, game.slug).toBe(game.lines);
    }
  });

  it('pays roulette 35, 2 and 1 to one, so that each bet returns 36 of 37', () => {
    const chips = new Map([
      ['17', 100],
      ['dozen2', 500],
      ['black', 200],
    ]);
    expect(table.winOf(chips, 17)).toBe(3_600 + 1_500 + 400);
    expect(table.winOf(chips, 0)).toBe(0);
    for (const { id, pays, covers } of table.PLACES) expect(pays * covers.length, id).toBe(36);
    expect(table.PLACES).toHaveLength(49);
  });

  it('cuts a symbol out of its cell and keeps what the cell colour encloses', () => {
    const size = 20;
    const data = new Uint8ClampedArray(size * size * 4).fill(255);
    const paint = (x: number, y: number, color: number) =>
      data.fill(color, (y * size + x) * 4, (y * size + x) * 4 + 3);
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const isRing = Math.max(Math.abs(x - 10), Math.abs(y - 10)) === 5;
        paint(x, y, isRing ? 220 : 20 + (x % 3));
      }
    expect(cutout.cutOut(data, size, size)).toEqual({ left: 5, top: 5, width: 11, height: 11 });
    const alpha = (x: number, y: number) => data[(y * size + x) * 4 + 3];
    expect([alpha(1, 1), alpha(10, 10)]).toEqual([0, 255]);
    expect(alpha(5, 5)).toBeGreaterThan(0);
  });
});
