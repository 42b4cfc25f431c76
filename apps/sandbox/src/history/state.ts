import { DAY_MS } from '../clock.ts';
import { mix } from '../random.ts';
import type { PlatformModel } from './model.ts';
import { type Paytable, roundWin, totalWin } from './paytable.ts';
import type { SessionTable } from './table.ts';

/** State of a session at some moment. Amounts in cents; updatedAt is 0 when the session does not exist yet. */
export interface SessionState {
  updatedAt: number;
  /** When it changes next; infinite when never. */
  nextAt: number;
  isOpen: boolean;
  rounds: number;
  bet: number;
  win: number;
}

const ROUND_SEED = 41;
const CORRECTION_SEED = 43;

/** A late correction: a credit granted afterwards, or the last round taken back. */
export interface Correction {
  at: number;
  kind: 'credit' | 'void';
  credit: number;
}

/** Seed of the rounds of a session. */
export function roundSeed(table: SessionTable, i: number): number {
  return mix(table.seed[i] ?? 0, ROUND_SEED);
}

export function paytable(model: PlatformModel, table: SessionTable, i: number): Paytable {
  const played = model.games[table.game[i] ?? 0];
  if (!played) throw new Error(`no game ${table.game[i]}`);
  return model.disturbances.paytable(played.table, table.createdAt[i] ?? 0);
}

/** End of the last planned round. */
export function playEnd(table: SessionTable, i: number): number {
  return (table.createdAt[i] ?? 0) + (table.plannedRounds[i] ?? 0) * (table.pace[i] ?? 0);
}

/** The correction that a session gets one to six days after its end, or null. `closedAt` is its end. */
export function correctionOf(table: SessionTable, i: number, closedAt: number): Correction | null {
  if (!table.isCorrected(i) || (table.plannedRounds[i] ?? 0) < 2) return null;
  const h = mix(table.seed[i] ?? 0, CORRECTION_SEED);
  const credit = (table.stake[i] ?? 0) * (1 + (h % 20));
  return { at: closedAt + DAY_MS + (h % (5 * DAY_MS)), kind: h & 0x10000 ? 'credit' : 'void', credit };
}

/**
 * The latest state of session `i` at the moment `at`: a pure function of the session's plan, the moment, and (for a
 * session that the hub closed) the moment of that close. Writes into `out` and returns it.
 */
export function stateAt(
  model: PlatformModel,
  table: SessionTable,
  i: number,
  at: number,
  hubClosedAt: number | undefined,
  out: SessionState,
): SessionState {
  const created = table.createdAt[i] ?? 0;
  const planned = table.plannedRounds[i] ?? 0;
  const pace = table.pace[i] ?? 1;
  const tick = table.tick[i] ?? 1;
  const stake = table.stake[i] ?? 0;
  const end = created + planned * pace;
  const closedAt = hubClosedAt ?? end + (table.closeDelay[i] ?? 0);
  out.isOpen = at < closedAt;
  let bonus = 0;
  if (at < created) {
    out.updatedAt = 0;
    out.nextAt = created;
    out.rounds = 0;
  } else if (at < end) {
    const steps = Math.floor((at - created) / tick);
    out.updatedAt = created + steps * tick;
    out.nextAt = Math.min(out.updatedAt + tick, end);
    out.rounds = Math.floor((steps * tick) / pace);
  } else if (at < closedAt) {
    out.updatedAt = end;
    out.nextAt = closedAt;
    out.rounds = planned;
  } else {
    const correction = hubClosedAt === undefined ? correctionOf(table, i, closedAt) : null;
    const applies = correction !== null && at >= correction.at;
    out.updatedAt = applies ? correction.at : closedAt;
    out.nextAt = correction === null || applies ? Number.POSITIVE_INFINITY : correction.at;
    out.rounds = applies && correction.kind === 'void' ? planned - 1 : planned;
    bonus = applies && correction.kind === 'credit' ? correction.credit : 0;
  }
  out.bet = out.rounds * stake;
  out.win = totalWin(paytable(model, table, i), roundSeed(table, i), stake, out.rounds) + bonus;
  return out;
}

/** The tax on gross win that the simulated services report net win after. The hub only sums what services report. */
export const italianTaxPercent = 25;

/** Gross win after tax, to the cent, half away from zero. */
export function netWinOf(bet: number, win: number): number {
  return share(bet - win, 1_000 - 10 * italianTaxPercent);
}

/** A share of an amount in thousandths, to the cent, half away from zero. */
export function share(amount: number, permille: number): number {
  const size = Math.floor((Math.abs(amount) * permille + 500) / 1_000);
  return amount < 0 && size > 0 ? -size : size;
}

export { roundWin };
