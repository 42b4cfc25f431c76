/** Stored states of sessions as the engine returns them: bytes, of which most are only compared and never become objects. */
import type { BinaryColumn } from '../../infra/clickhouse/index.ts';
import { isNewerState, type ResolvedRow, type StoredState } from './conflict-resolution.ts';

const instant = "DateTime64(3, 'UTC')";

/** The columns of a state, numbers first, because those have their place in each row. */
export const stateColumns: readonly BinaryColumn[] = [
  { name: 'created_at', type: instant },
  { name: 'updated_at', type: instant },
  { name: 'bet', type: 'Int64' },
  { name: 'win', type: 'Int64' },
  { name: 'net_win', type: 'Int64' },
  { name: 'amount_due', type: 'Int64' },
  { name: 'user_id', type: 'UInt32' },
  { name: 'rounds', type: 'UInt32' },
  { name: 'operator_id', type: 'UInt16' },
  { name: 'game_id', type: 'UInt16' },
  { name: 'session_type', type: 'UInt8' },
  { name: 'is_open', type: 'UInt8' },
  { name: 'is_mobile', type: 'UInt8' },
  { name: 'session_id', type: 'String' },
  { name: 'ext_session_id', type: 'String' },
  { name: 'ext_ticket_id', type: 'String' },
];
const textsAt = 63;
const twoTo32 = 2 ** 32;

/** A row of a batch with the newest stored state of its session, as far as it has been looked up. */
export interface BatchRow extends ResolvedRow {
  stored?: StatePlace;
}

/** One row for each session, by the platform's id. */
export type Batch = ReadonlyMap<string, BatchRow>;

/** Where a state begins in a result. */
interface StatePlace {
  result: StateResult;
  at: number;
}

/** Gives the states of a result to the sessions of a batch. Returns how many states the result has. */
export function assignStates(bytes: Uint8Array, batch: Batch): number {
  const result = new StateResult(bytes);
  let states = 0;
  for (let at = 0; at < bytes.length; at = result.endOf(at)) {
    states++;
    const row = batch.get(result.sessionId(at));
    if (row === undefined) continue;
    const { stored } = row;
    // A session that was written twice has two states until the engine merges them.
    if (stored === undefined || isNewerState(result.state(at), stored.result.state(stored.at))) {
      row.stored = { result, at };
    }
  }
  return states;
}

/** Returns the newest stored state of a row's session. */
export const storedStateOf = ({ stored }: BatchRow): StoredState | undefined =>
  stored?.result.state(stored.at);

/** Whether exactly this row is the newest stored state of its session. */
export const isStored = (row: BatchRow): boolean => row.stored?.result.isSame(row.stored.at, row) ?? false;

/** Rows of {@link stateColumns}; each is named by where it begins. */
class StateResult {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  /** A character for each byte: a part of it is a text of ASCII, at a fraction of what decoding one takes. */
  readonly #characters: string;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#characters = this.#bytes.toString('latin1');
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  sessionId(at: number): string {
    return this.#text(at + textsAt);
  }

  /** Where the row after this one begins. */
  endOf(at: number): number {
    return this.#afterText(this.#afterText(this.#afterText(at + textsAt)));
  }

  isSame(at: number, { row, playerNumber }: ResolvedRow): boolean {
    const view = this.#view;
    const externalAt = this.#afterText(at + textsAt);
    return (
      this.#int64(at + 8) === row.updatedAtMs &&
      this.#int64(at) === row.createdAtMs &&
      this.#int64(at + 16) === row.bet &&
      this.#int64(at + 24) === row.win &&
      this.#int64(at + 32) === row.netWin &&
      this.#int64(at + 40) === row.due &&
      view.getUint32(at + 48, true) === playerNumber &&
      view.getUint32(at + 52, true) === row.rounds &&
      view.getUint16(at + 56, true) === row.operatorId &&
      view.getUint16(at + 58, true) === row.gameId &&
      view.getUint8(at + 60) === row.sessionType &&
      view.getUint8(at + 61) === (row.isOpen ? 1 : 0) &&
      view.getUint8(at + 62) === (row.isMobile ? 1 : 0) &&
      this.#isText(externalAt, row.externalSessionId ?? '') &&
      this.#isText(this.#afterText(externalAt), row.externalTicketId ?? '')
    );
  }

  state(at: number): StoredState {
    const view = this.#view;
    const externalAt = this.#afterText(at + textsAt);
    return {
      createdAtMs: this.#int64(at),
      updatedAtMs: this.#int64(at + 8),
      bet: this.#int64(at + 16),
      win: this.#int64(at + 24),
      netWin: this.#int64(at + 32),
      due: this.#int64(at + 40),
      playerNumber: view.getUint32(at + 48, true),
      rounds: view.getUint32(at + 52, true),
      operatorId: view.getUint16(at + 56, true),
      gameId: view.getUint16(at + 58, true),
      sessionType: view.getUint8(at + 60),
      isOpen: view.getUint8(at + 61) === 1,
      isMobile: view.getUint8(at + 62) === 1,
      externalSessionId: this.#text(externalAt),
      externalTicketId: this.#text(this.#afterText(externalAt)),
    };
  }

  // Amounts of one session are far below 2^53 cents.
  #int64(at: number): number {
    return this.#view.getInt32(at + 4, true) * twoTo32 + this.#view.getUint32(at, true);
  }

  #afterText(at: number): number {
    const short = this.#bytes[at] ?? 0;
    if (short < 128) return at + 1 + short;
    const { start, size } = this.#longText(at);
    return start + size;
  }

  #text(at: number): string {
    const short = this.#bytes[at] ?? 0;
    const { start, size } = short < 128 ? { start: at + 1, size: short } : this.#longText(at);
    const bytes = this.#bytes;
    for (let index = start; index < start + size; index++) {
      if ((bytes[index] ?? 0) > 127) return bytes.toString('utf8', start, start + size);
    }
    return this.#characters.slice(start, start + size);
  }

  #isText(at: number, text: string): boolean {
    const bytes = this.#bytes;
    if (bytes[at] !== text.length || text.length > 127) return this.#text(at) === text;
    for (let index = 0; index < text.length; index++) {
      const byte = bytes[at + 1 + index] ?? 0;
      if (byte > 127) return this.#text(at) === text;
      if (byte !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  /** Lengths come in groups of seven bits, the lowest first; the highest bit says that another group follows. */
  #longText(at: number): { start: number; size: number } {
    let start = at;
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[start++] ?? 0;
      size |= (byte & 0x7f) << shift;
      if (byte < 128) return { start, size };
    }
  }
}
