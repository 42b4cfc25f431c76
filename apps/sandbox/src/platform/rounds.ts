import type { PlatformSession } from '@ludus/contract/operator-api';
import type { PlatformHistory } from '../history/history.ts';
import { correctionOf, paytable, playEnd, roundSeed, roundWin } from '../history/state.ts';
import { mix, Random } from '../random.ts';

/** A line of a session's account. Amounts and balance in cents; stake leaves the balance, win enters it. */
export interface RoundLine {
  at: number;
  /** A round, a credit granted after the end, or the taking back of a round. */
  kind: 'round' | 'credit' | 'void';
  round: number;
  stake: number;
  win: number;
  balance: number;
}

/** What a session's account begins with, and its lines, oldest first. */
export interface SessionRounds {
  opening: number;
  lines: RoundLine[];
}

function withBalances(lines: Omit<RoundLine, 'balance'>[], opening: number): RoundLine[] {
  let balance = opening;
  return lines.map((line) => {
    balance += line.win - line.stake;
    return { ...line, balance };
  });
}

/**
 * The rounds of a generated session up to its latest change, oldest first. Stakes sum to its bet and wins to its win; a
 * round that was taken back later is shown with nothing staked and nothing won.
 */
export function roundsOf(history: PlatformHistory, i: number): SessionRounds {
  const { model, table } = history;
  const state = history.state(i);
  const games = paytable(model, table, i);
  const random = new Random(roundSeed(table, i));
  const stake = table.stake[i] ?? 0;
  const planned = table.plannedRounds[i] ?? 0;
  const wins = Array.from({ length: planned }, () => roundWin(games, stake, random.uint32()));
  let balance = 0;
  let lowest = 0;
  for (const win of wins) {
    lowest = Math.min(lowest, balance - stake);
    balance += win - stake;
  }
  // The player came with enough for the worst moment of the session, and some more.
  const opening = Math.ceil(-lowest / 1_000) * 1_000 + (1 + (mix(table.seed[i] ?? 0, 61) % 20)) * 1_000;
  const created = table.createdAt[i] ?? 0;
  const lines: Omit<RoundLine, 'balance'>[] = wins.slice(0, state.rounds).map((win, n) => ({
    at: created + (n + 1) * (table.pace[i] ?? 0),
    kind: 'round',
    round: n + 1,
    stake,
    win,
  }));
  const closedAt = playEnd(table, i) + (table.closeDelay[i] ?? 0);
  const correction = correctionOf(table, i, closedAt);
  if (correction && state.updatedAt === correction.at) {
    const { at, kind, credit } = correction;
    lines.push({ at, kind, round: planned, stake: 0, win: kind === 'credit' ? credit : 0 });
  }
  return { opening, lines: withBalances(lines, opening) };
}

/** Rounds for a session that was put in by hand: its bet and win spread evenly over its rounds. */
export function roundsOfInjected(session: PlatformSession): SessionRounds {
  const { bet, win } = session;
  const count = Math.min(2_000, session.rounds || (bet + win > 0 ? 1 : 0));
  const from = Date.parse(session.createdAt);
  const step = count > 0 ? (Date.parse(session.updatedAt) - from) / count : 0;
  const part = (sum: number, n: number): number =>
    Math.floor((sum * (n + 1)) / count) - Math.floor((sum * n) / count);
  const lines = Array.from({ length: count }, (_, n) => ({
    at: from + Math.round((n + 1) * step),
    kind: 'round' as const,
    round: n + 1,
    stake: part(bet, n),
    win: part(win, n),
  }));
  // Covers every bet so far, and stays the same while a session that is still open moves on.
  const opening = 10 ** Math.max(5, Math.ceil(Math.log10(bet + 1)));
  return { opening, lines: withBalances(lines, opening) };
}
