import type { PlatformSession } from '@ludus/contract/operator-api';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { PlatformHistory } from '../history/history.ts';
import { InjectedLines } from '../history/injected.ts';
import { buildModel } from '../history/model.ts';
import { loadGames } from '../world/games.ts';
import { PLATFORM_PLANS } from '../world/platforms.ts';
import { roundsOf, roundsOfInjected, type SessionRounds } from './rounds.ts';

const NOW = Date.parse('2026-11-20T19:40:00.000Z');
const EPOCH = Date.parse('2026-11-20T19:00:00.000Z');

async function build(key: string, perDay: number): Promise<PlatformHistory> {
  const plan = PLATFORM_PLANS.find((one) => one.key === key);
  if (!plan) throw new Error(key);
  const model = buildModel(plan, loadGames().catalogue, { seed: 1, epoch: EPOCH, perDay });
  const history = new PlatformHistory(model, new InjectedLines());
  await history.build(NOW, {});
  return history;
}

/** Every line follows from the one before it, nothing is owed, and all of them are the session's totals. */
function expectAccount(
  { opening, lines }: SessionRounds,
  session: { bet: number; win: number },
  what: string,
) {
  let balance = opening;
  const broken = lines.find((line, n) => {
    balance += line.win - line.stake;
    return line.balance !== balance || balance < 0 || line.at < (lines[n - 1]?.at ?? 0);
  });
  expect(broken, what).toBeUndefined();
  expect(
    lines.reduce((sum, { stake }) => sum + stake, 0),
    what,
  ).toBe(session.bet);
  expect(
    lines.reduce((sum, { win }) => sum + win, 0),
    what,
  ).toBe(session.win);
  expect(balance, what).toBe(opening + session.win - session.bet);
}

describe('the transactions of a session', () => {
  let history: PlatformHistory;
  beforeAll(async () => {
    history = await build('alpina', 300);
  });

  it('sum to its totals and chain its balances, whichever session it is', () => {
    const sessions = fc.integer({ min: 0, max: history.table.count - 1 });
    fc.assert(
      fc.property(sessions, (i) => {
        const state = history.state(i);
        fc.pre(state.updatedAt > 0);
        const account = roundsOf(history, i);
        expectAccount(account, state, history.ids.sessionId(i));
        const played = account.lines.filter(({ kind }) => kind === 'round');
        expect(played).toHaveLength(state.rounds);
        expect(played.map(({ round }) => round)).toEqual(played.map((_, n) => n + 1));
      }),
      { seed: 20_261, numRuns: 1_000 },
    );
  });

  it('hold a late credit and a canceled round, each with its line', () => {
    const kinds = new Set<string>();
    for (let i = 0; i < history.table.count; i++) {
      if (!history.table.isCorrected(i)) continue;
      const account = roundsOf(history, i);
      expectAccount(account, history.state(i), history.ids.sessionId(i));
      for (const { kind } of account.lines) kinds.add(kind);
    }
    expect([...kinds].toSorted()).toEqual(['credit', 'round', 'void']);
  });

  it('only grow while a session is played: what was there stays, the opening balance too', async () => {
    const live = await build('alpina', 3_000);
    const open = Array.from({ length: live.table.count }, (_, i) => i).filter(
      (i) => live.state(i).isOpen && live.state(i).updatedAt > NOW - HOUR_MS,
    );
    const before = new Map(open.map((i) => [i, roundsOf(live, i)]));
    for (let minute = 1; minute <= 20; minute++) live.advance(NOW + minute * MINUTE_MS);
    let grown = 0;
    for (const [i, { opening, lines }] of before) {
      const after = roundsOf(live, i);
      expect(after.opening).toBe(opening);
      expect(after.lines.slice(0, lines.length)).toEqual(lines);
      expectAccount(after, live.state(i), live.ids.sessionId(i));
      grown += after.lines.length > lines.length ? 1 : 0;
    }
    expect(grown).toBeGreaterThan(0);
  });

  it('of a session that was put in by hand do so as well', () => {
    const money = fc.integer({ min: 0, max: 5_000_000 });
    const rounds = fc.integer({ min: 1, max: 1_500 });
    fc.assert(
      fc.property(money, money, rounds, (bet, win, count) => {
        const session = { bet, win, rounds: count } as PlatformSession;
        session.createdAt = new Date(NOW - DAY_MS).toISOString();
        session.updatedAt = new Date(NOW).toISOString();
        const account = roundsOfInjected(session);
        expectAccount(account, session, `${bet}/${win}/${count}`);
        expect(account.lines).toHaveLength(count);
      }),
      { seed: 20_261, numRuns: 300 },
    );
  });
});
