/**
 * Lines of JSON for the engine, written as bytes. Built from strings, a row would leave forty small strings behind, and
 * collecting those takes longer than writing the row. A fetch spends most of its time in this process here.
 */
import type { ResolvedRow } from './conflict-resolution.ts';

/** More than a row can take: five texts of at most 64 characters (each escaped at worst sixfold), numbers and names. */
const maxRowBytes = 4096;

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const names = {
  id: ascii('{"id":"'),
  session: ascii('","session_id":"'),
  external: ascii('","ext_session_id":"'),
  ticket: ascii('","ext_ticket_id":"'),
  operator: ascii('","operator_id":'),
  game: ascii(',"game_id":'),
  user: ascii(',"user_id":'),
  type: ascii(',"session_type":'),
  open: ascii(',"is_open":'),
  mobile: ascii(',"is_mobile":'),
  bet: ascii(',"bet":'),
  win: ascii(',"win":'),
  netWin: ascii(',"net_win":'),
  due: ascii(',"amount_due":'),
  rounds: ascii(',"rounds":'),
  created: ascii(',"created_at":'),
  updated: ascii(',"updated_at":'),
};

/** Rows of one integration as lines of JSON for `sessions_v1`. Instants are epoch milliseconds. */
export function writeInsertLines(
  integrationId: number,
  rows: readonly ResolvedRow[],
  fetchedAtMs: number,
): Buffer {
  const tail = ascii(`,"integration_id":${integrationId},"fetched_at":${fetchedAtMs}}\n`);
  const writer = new LineWriter(rows.length * 512);
  for (const { id, playerNumber, row } of rows) {
    writer.reserve(maxRowBytes);
    writer.bytes(names.id);
    writer.text(id);
    writer.bytes(names.session);
    writer.text(row.sessionId);
    writer.bytes(names.external);
    writer.text(row.externalSessionId ?? '');
    writer.bytes(names.ticket);
    writer.text(row.externalTicketId ?? '');
    writer.bytes(names.operator);
    writer.whole(row.operatorId);
    writer.bytes(names.game);
    writer.whole(row.gameId);
    writer.bytes(names.user);
    writer.whole(playerNumber);
    writer.bytes(names.type);
    writer.whole(row.sessionType);
    writer.bytes(names.open);
    writer.whole(row.isOpen ? 1 : 0);
    writer.bytes(names.mobile);
    writer.whole(row.isMobile ? 1 : 0);
    writer.bytes(names.bet);
    writer.whole(row.bet);
    writer.bytes(names.win);
    writer.whole(row.win);
    writer.bytes(names.netWin);
    writer.whole(row.netWin);
    writer.bytes(names.due);
    writer.whole(row.due);
    writer.bytes(names.rounds);
    writer.whole(row.rounds);
    writer.bytes(names.created);
    writer.whole(row.createdAtMs);
    writer.bytes(names.updated);
    writer.whole(row.updatedAtMs);
    writer.bytes(tail);
  }
  return writer.finish();
}

const quote = 34;
const backslash = 92;
const zero = 48;

class LineWriter {
  #buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.#buffer = Buffer.allocUnsafe(Math.max(size, 2 * maxRowBytes));
  }

  /** Makes room for this many bytes. */
  reserve(count: number): void {
    if (this.#buffer.length - this.#at >= count) return;
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2 + count);
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }

  bytes(bytes: Uint8Array): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < bytes.length; index++) buffer[at++] = bytes[index] ?? 0;
    this.#at = at;
  }

  /** Writes the inside of a JSON string. Platforms' ids are printable ASCII; anything else is escaped by JSON.stringify. */
  text(text: string): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < 32 || code > 126 || code === quote || code === backslash) {
        this.#escaped(text);
        return;
      }
      buffer[at++] = code;
    }
    this.#at = at;
  }

  #escaped(text: string): void {
    const escaped = JSON.stringify(text).slice(1, -1);
    this.reserve(escaped.length * 3 + maxRowBytes);
    this.#at += this.#buffer.write(escaped, this.#at, 'utf8');
  }

  /** @throws RangeError for anything but a safe integer */
  whole(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
    const buffer = this.#buffer;
    let rest = value;
    if (rest < 0) {
      buffer[this.#at++] = 45;
      rest = -rest;
    }
    let digits = 1;
    for (let limit = 10; rest >= limit; limit *= 10) digits++;
    // Below 2^31 this is integer division, which is many times faster.
    let at = this.#at + digits;
    this.#at = at;
    while (rest > 2_147_483_647) {
      const next = Math.floor(rest / 10);
      buffer[--at] = zero + (rest - next * 10);
      rest = next;
    }
    let small = rest | 0;
    do {
      const next = (small / 10) | 0;
      buffer[--at] = zero + (small - next * 10);
      small = next;
    } while (at > this.#at - digits);
  }

  finish(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }
}
