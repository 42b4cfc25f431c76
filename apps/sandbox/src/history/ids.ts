import { HOUR_MS } from '../clock.ts';
import { mix } from '../random.ts';
import type { SessionTable } from './table.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const pairs: string[] = [];
for (const a of DIGITS) for (const b of DIGITS) pairs.push(a + b);
const hex4 = Array.from({ length: 65_536 }, (_, n) => n.toString(16).toUpperCase().padStart(4, '0'));

/** Hours are counted from here in session ids: four base-36 digits last beyond the year 2200. */
const ID_EPOCH_HOUR = Date.UTC(2020, 0, 1) / HOUR_MS;
const HOUR_DIGITS = 4;
const INDEX_DIGITS = 3;

/**
 * Ids of sessions. A session id holds its hour and its place in it, so that it is found without an index, and sorts in the
 * order of creation hours; four more signs, drawn from the session's seed, make it hard to guess.
 */
export class SessionIds {
  readonly #table: SessionTable;
  readonly #prefix: string;

  constructor(table: SessionTable, prefix: string) {
    this.#table = table;
    this.#prefix = `${prefix}-`;
  }

  sessionId(i: number): string {
    const table = this.#table;
    const hour = table.hourOf(i);
    const absolute = table.firstHour / HOUR_MS + hour - ID_EPOCH_HOUR;
    const place = i - (table.hourStart[hour] ?? 0);
    const check = (table.seed[i] ?? 0) % 1_679_616;
    return (
      this.#prefix +
      pairs[Math.floor(absolute / 1296)] +
      pairs[absolute % 1296] +
      DIGITS[Math.floor(place / 1296)] +
      pairs[place % 1296] +
      pairs[Math.floor(check / 1296)] +
      pairs[check % 1296]
    );
  }

  /** Index of the session with this id, or -1. */
  indexOf(sessionId: string): number {
    if (!sessionId.startsWith(this.#prefix)) return -1;
    const body = sessionId.slice(this.#prefix.length);
    const hourText = body.slice(0, HOUR_DIGITS);
    const placeText = body.slice(HOUR_DIGITS, HOUR_DIGITS + INDEX_DIGITS);
    const table = this.#table;
    const hour = Number.parseInt(hourText, 36) + ID_EPOCH_HOUR - table.firstHour / HOUR_MS;
    const start = table.hourStart[hour];
    if (start === undefined) return -1;
    const i = start + Number.parseInt(placeText, 36);
    return i < table.count && this.sessionId(i) === sessionId ? i : -1;
  }

  /** Italian session id (GAI2 only): M and twelve hexadecimal digits. */
  externalSessionId(i: number): string {
    return `M${this.#hex12(i, 51)}`;
  }

  /** Italian ticket id (GAI2 only): N and twelve hexadecimal digits. */
  externalTicketId(i: number): string {
    return `N${this.#hex12(i, 53)}`;
  }

  #hex12(i: number, salt: number): string {
    const a = mix(this.#table.seed[i] ?? 0, salt, i);
    const b = mix(a, i);
    return (hex4[a >>> 16] ?? '') + (hex4[a & 0xffff] ?? '') + (hex4[b & 0xffff] ?? '');
  }
}
