import { type PlatformSession, platformSessionSchema } from '@ludus/contract/operator-api';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { loadGames } from '../world/games.ts';
import { PLATFORM_PLANS } from '../world/platforms.ts';
import { romeHour, startOfRomeDay } from '../zone.ts';
import { Disturbances, disturbanceSchema } from './disturbances.ts';
import { PlatformHistory } from './history.ts';
import { InjectedLines } from './injected.ts';
import { buildModel } from './model.ts';
import { italianTaxPercent, netWinOf, share } from './state.ts';

const NOW = Date.parse('2026-11-20T19:40:00.000Z');
const EPOCH = Date.parse('2026-11-20T19:00:00.000Z');
const { catalogue } = loadGames();

async function build(key: string, at: number, perDay: number, closes: Record<string, number> = {}) {
  const plan = PLATFORM_PLANS.find((one) => one.key === key);
  if (!plan) throw new Error(key);
  const model = buildModel(plan, catalogue, { seed: 1, epoch: EPOCH, perDay });
  const history = new PlatformHistory(model, new InjectedLines());
  await history.build(at, closes);
  return history;
}

function lines(history: PlatformHistory, at: number, from = 0): string[] {
  const page = history.page(from, at + 1, null, 1_000_000, at);
  return page.rows.map((row) =>
    typeof row === 'number' ? history.line(row, history.state(row, at)) : row.line,
  );
}

function sessions(history: PlatformHistory, at: number, from = 0): PlatformSession[] {
  return lines(history, at, from).map((line) => JSON.parse(line) as PlatformSession);
}

describe('a platform’s history', () => {
  it('is the same each time it is built', async () => {
    const [a, b] = [await build('castello', NOW, 400), await build('castello', NOW, 400)];
    expect(lines(a, NOW)).toEqual(lines(b, NOW));
  });

  it('is the same whether it was built now or grew until now, step by step', async () => {
    const grown = await build('nordwind', NOW - 9 * DAY_MS, 400);
    for (let at = NOW - 9 * DAY_MS; at < NOW; at += 7 * HOUR_MS) grown.advance(at);
    grown.advance(NOW);
    const built = await build('nordwind', NOW, 400);
    expect(lines(grown, NOW)).toEqual(lines(built, NOW));
    expect(grown.totals('2026-10-01', '2026-11-20')).toEqual(built.totals('2026-10-01', '2026-11-20'));
  });

  it('still answers the states of a moment after time has moved on', async () => {
    const history = await build('castello', NOW, 400);
    const before = lines(history, NOW);
    const page = history.page(0, NOW + 1, null, 1_000_000, NOW);
    history.advance(NOW + DAY_MS);
    const later = page.rows.map((row) =>
      typeof row === 'number' ? history.line(row, history.state(row, NOW)) : '',
    );
    expect(later).toEqual(before);
  });

  it('[OPEN-82][CONST-06] takes a quarter of gross win as tax, to the cent, and of a loss too', () => {
    expect(italianTaxPercent).toBe(25);
    expect(netWinOf(10_000, 9_600)).toBe(300);
    expect(netWinOf(1_001, 1_000)).toBe(1);
    expect(netWinOf(9_600, 10_000)).toBe(-300);
    expect(netWinOf(500, 502)).toBe(-2);
    expect(netWinOf(500, 500)).toBe(0);
  });

  it('holds sessions that fit the operator API, ordered by change time, then id', async () => {
    const all = sessions(await build('meridiana', NOW, 300), NOW);
    expect(all.length).toBeGreaterThan(5_000);
    for (const session of all) {
      const { error } = platformSessionSchema.safeParse(session);
      expect(error?.issues).toBeUndefined();
      expect(session.updatedAt >= session.createdAt).toBe(true);
      expect(session.netWin).toBe(netWinOf(session.bet, session.win));
      expect(session.due).toBe(share(session.netWin, 125));
      expect(session.externalSessionId).toMatch(/^M[0-9A-F]{12}$/);
    }
    const keys = all.map((session) => `${session.updatedAt} ${session.sessionId}`);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(all.map((session) => session.sessionId)).size).toBe(all.length);
    expect(new Set(all.map((session) => session.externalTicketId)).size).toBe(all.length);
  });

  it('moves open sessions on: amounts and change times only grow, and who and what never change', async () => {
    const history = await build('alpina', NOW, 1_500);
    const seen = new Map<string, PlatformSession>();
    let grew = 0;
    let closed = 0;
    for (let at = NOW; at < NOW + 2 * HOUR_MS; at += 3 * MINUTE_MS) {
      history.advance(at);
      for (const session of sessions(history, at, at - 3 * MINUTE_MS)) {
        const old = seen.get(session.sessionId);
        seen.set(session.sessionId, session);
        if (!old || session.createdAt < new Date(NOW - HOUR_MS).toISOString()) continue;
        expect(session.updatedAt > old.updatedAt || JSON.stringify(session) === JSON.stringify(old)).toBe(
          true,
        );
        expect(session.bet >= old.bet && session.win >= old.win && session.rounds >= old.rounds).toBe(true);
        expect(old.isOpen || !session.isOpen).toBe(true);
        for (const fact of ['operatorCode', 'gameSlug', 'userId', 'sessionType', 'createdAt'] as const) {
          expect(session[fact]).toBe(old[fact]);
        }
        if (session.rounds > old.rounds) grew++;
        if (old.isOpen && !session.isOpen) closed++;
      }
    }
    expect(grew).toBeGreaterThan(50);
    expect(closed).toBeGreaterThan(50);
  });

  it('corrects about three in a thousand sessions days after their end', async () => {
    const history = await build('alpina', NOW, 1_000);
    const late = sessions(history, NOW).filter(
      (session) => !session.isOpen && Date.parse(session.updatedAt) - Date.parse(session.createdAt) > DAY_MS,
    );
    const all = history.table.count;
    expect(late.length / all).toBeGreaterThan(0.004);
    expect(late.length / all).toBeLessThan(0.012);
  });

  it('keeps some sessions open, both in play and long after it', async () => {
    const { table } = await build('alpina', NOW, 2_000);
    let playing = 0;
    let resting = 0;
    for (let i = 0; i < table.count; i++) {
      if (!table.isOpen(i) || !table.updatedAt[i]) continue;
      if (NOW - (table.updatedAt[i] ?? 0) > 10 * MINUTE_MS) resting++;
      else playing++;
    }
    expect(playing).toBeGreaterThan(3);
    expect(resting).toBeGreaterThan(20);
    expect((playing + resting) / table.count).toBeLessThan(0.01);
  });

  it('remembers a close that the hub asked for, through a rebuild and through what would have come later', async () => {
    const history = await build('alpina', NOW, 400);
    const resting = sessions(history, NOW).find(
      (session) => session.isOpen && NOW - Date.parse(session.updatedAt) > 10 * MINUTE_MS,
    );
    if (!resting) throw new Error('no session to close');
    history.close(history.find(resting.sessionId), NOW);
    const after = NOW + 20 * DAY_MS;
    history.advance(after);
    const closed = { ...resting, isOpen: false, updatedAt: new Date(NOW).toISOString() };
    const rebuilt = await build('alpina', after, 400, { [resting.sessionId]: NOW });
    for (const one of [history, rebuilt]) {
      const i = one.find(resting.sessionId);
      expect(JSON.parse(one.line(i, one.state(i)))).toEqual(closed);
    }
    expect(lines(history, after)).toEqual(lines(rebuilt, after));
  });
});

describe('the whole world', () => {
  it('holds 300,000 to 330,000 sessions at first start, believable ones', async () => {
    let total = 0;
    let fun = 0;
    let mobile = 0;
    let [bet, win, expected, variance] = [0, 0, 0, 0];
    const byHour = new Array<number>(24).fill(0);
    for (const { key } of PLATFORM_PLANS) {
      const { table, model } = await build(key, NOW, 2_000);
      total += table.count;
      for (let i = 0; i < table.count; i++) {
        if (table.isFun(i)) fun++;
        if (table.isMobile(i)) mobile++;
        const hour = romeHour(table.createdAt[i] ?? 0);
        byHour[hour] = (byHour[hour] ?? 0) + 1;
        // The variant that the platform has, which is not the sold one everywhere.
        const paytable = model.games[table.game[i] ?? 0]?.table;
        if (!paytable) throw new Error('no game');
        bet += table.bet[i] ?? 0;
        win += table.win[i] ?? 0;
        expected += (table.bet[i] ?? 0) * paytable.rtp;
        variance += (table.rounds[i] ?? 0) * ((table.stake[i] ?? 0) * paytable.deviation) ** 2;
      }
    }
    expect(total).toBeGreaterThan(300_000);
    expect(total).toBeLessThan(330_000);
    expect(Math.abs(fun / total - 0.15)).toBeLessThan(0.01);
    expect(mobile / total).toBeGreaterThan(0.5);
    expect(byHour[21] ?? 0).toBeGreaterThan(6 * (byHour[4] ?? 0));
    // True to the games' return: within four standard errors (and those of late credits) of what they promise.
    expect(Math.abs(win - expected)).toBeLessThan(4 * Math.sqrt(variance) + bet * 0.002);
    expect(Math.sqrt(variance) / bet).toBeLessThan(0.01);
  });

  it('pays one game wrongly at one platform, by more than three standard errors within 30 days', async () => {
    const wrong: { platform: string; slug: string; errors: number; paid: number }[] = [];
    for (const { key } of PLATFORM_PLANS) {
      const { table, model } = await build(key, NOW, 2_000);
      for (const [index, { game, table: paytable }] of model.games.entries()) {
        if (Math.abs(paytable.rtp * 100 - game.rtp) < 0.05) continue;
        let [bet, win, squares] = [0, 0, 0];
        for (let i = 0; i < table.count; i++) {
          const isRecent = (table.createdAt[i] ?? 0) >= NOW - 30 * DAY_MS;
          if (table.game[i] !== index || table.isFun(i) || !isRecent) continue;
          bet += table.bet[i] ?? 0;
          win += table.win[i] ?? 0;
          squares += (table.rounds[i] ?? 0) * (table.stake[i] ?? 0) ** 2;
        }
        const error = (game.rtpStdDev * Math.sqrt(squares)) / bet;
        const errors = (win / bet - game.rtp / 100) / error;
        wrong.push({ platform: key, slug: game.slug, errors, paid: Math.round(paytable.rtp * 100) });
      }
    }
    expect(wrong).toEqual([
      { platform: 'baltica', slug: 'seven_royale', errors: expect.any(Number), paid: 82 },
    ]);
    expect(wrong[0]?.errors).toBeLessThan(-3);
  });

  it('reaches back over both days on which Rome changes its clocks', async () => {
    const { table } = await build('alpina', NOW, 2_000);
    for (const [day, hours] of [
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ] as const) {
      const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
      const [from, to] = [startOfRomeDay(number), startOfRomeDay(number + 1)];
      expect((to - from) / HOUR_MS).toBe(hours);
      const [first, end] = table.rangeOfHours(from, to);
      expect(end - first).toBeGreaterThan(30);
    }
  });
});

describe('what disturbs the sessions of a platform for a time', () => {
  const day = startOfRomeDay(20_770);
  const disturbed = async (...all: z.input<typeof disturbanceSchema>[]) => {
    const plan = PLATFORM_PLANS.find(({ key }) => key === 'castello');
    if (!plan) throw new Error('castello');
    const disturbances = new Disturbances(all.map((one) => disturbanceSchema.parse(one)));
    const options = { seed: 1, epoch: EPOCH, perDay: 2_000, disturbances };
    const history = new PlatformHistory(buildModel(plan, catalogue, options), new InjectedLines());
    await history.build(NOW, {});
    return sessions(history, NOW);
  };
  const within = (all: PlatformSession[]) =>
    all.filter(({ createdAt }) => Date.parse(createdAt) >= day && Date.parse(createdAt) < day + DAY_MS);
  const span = { from: day, to: day + DAY_MS };

  it('silences one operator or all, and no other time', async () => {
    const [usual, quiet, one] = [
      await disturbed(),
      await disturbed({ kind: 'quiet', ...span }),
      await disturbed({ kind: 'quiet', operator: 'TORRE', ...span }),
    ];
    expect(within(quiet)).toEqual([]);
    expect(quiet.length).toBe(usual.length - within(usual).length);
    expect(new Set(within(one).map(({ operatorCode }) => operatorCode))).toEqual(new Set(['PONTE']));
  });

  it('multiplies wins, and leaves sessions open', async () => {
    const [usual, generous, open] = [
      await disturbed(),
      await disturbed({ kind: 'generous', factor: 3, ...span }),
      await disturbed({ kind: 'leftOpen', ...span }),
    ];
    const sum = (all: PlatformSession[]) => within(all).reduce((total, { win }) => total + win, 0);
    expect(sum(generous) / sum(usual)).toBeCloseTo(3, 1);
    expect(within(open).every(({ isOpen }) => isOpen)).toBe(true);
    expect(within(usual).some(({ isOpen }) => isOpen)).toBe(false);
  });
});
