import type { Message } from '@ludus/contract';
import { addTo, type Figures, noFigures } from './reconciliation.figures.ts';

/** A session as one side has it; amounts in cents. */
export interface SideSession {
  sessionType: 1 | 4;
  isOpen: boolean;
  bet: number;
  win: number;
  netWin: number;
  due: number;
  rounds: number;
}

/** A session as a line of the platform's feed has it. */
export interface PlatformLine extends SideSession {
  sessionId: string;
  updatedAtMs: number;
  /** The Rome day of its creation; null where the line has no readable one. */
  day: string | null;
  /** Why the hub does not take the line; null for one that it takes. */
  refusal: Message | null;
}

export function figuresOfSession(session: SideSession): Figures {
  return {
    sessions: 1n,
    open: session.isOpen ? 1n : 0n,
    bet: BigInt(session.bet),
    win: BigInt(session.win),
    netWin: BigInt(session.netWin),
    due: BigInt(session.due),
    rounds: BigInt(session.rounds),
  };
}

const amounts = ['bet', 'win', 'netWin', 'due', 'rounds'] as const;
const [isThere, isOpenBit, isFunBit] = [1, 2, 4];
const firstCapacity = 1024;

/** The sessions of one side in typed arrays: a day of 300,000 takes some 12 MB, as objects it would be ten times that. */
class Side {
  #values = new Float64Array(firstCapacity * amounts.length);
  #flags = new Uint8Array(firstCapacity);

  set(index: number, session: SideSession): void {
    if (index >= this.#flags.length) this.#grow(index);
    this.#flags[index] =
      isThere | (session.isOpen ? isOpenBit : 0) | (session.sessionType === 4 ? isFunBit : 0);
    for (const [at, name] of amounts.entries()) this.#values[index * amounts.length + at] = session[name];
  }

  get(index: number): SideSession | null {
    const flags = this.#flags[index] ?? 0;
    if ((flags & isThere) === 0) return null;
    const at = index * amounts.length;
    const [bet = 0, win = 0, netWin = 0, due = 0, rounds = 0] = this.#values.subarray(
      at,
      at + amounts.length,
    );
    const sessionType = (flags & isFunBit) === 0 ? 1 : 4;
    return { sessionType, isOpen: (flags & isOpenBit) !== 0, bet, win, netWin, due, rounds };
  }

  #grow(index: number): void {
    const capacity = Math.max(index + 1, this.#flags.length * 2);
    const values = new Float64Array(capacity * amounts.length);
    values.set(this.#values);
    const flags = new Uint8Array(capacity);
    flags.set(this.#flags);
    this.#values = values;
    this.#flags = flags;
  }
}

/** Lines of a session that came beside its state, though the feed has each session once. */
interface ExtraLines {
  count: number;
  figures: Figures;
}

/** A session of the day, with what each side has of it. */
export interface PairedSession {
  index: number;
  sessionId: string;
  ours: SideSession | null;
  /** Null also where the platform has it on another day. */
  theirs: SideSession | null;
  /** The day that the platform has it on, where it is another one. */
  platformDay: string | null;
  refusal: Message | null;
  extra: ExtraLines | null;
}

/** The sessions of one Rome day at both sides, by the platform's id. Ours are added first. */
export class DaySessions {
  readonly day: string;
  /** Lines from which no session of any day could be read. */
  unreadable = 0;
  readonly #readSinceMs: number;
  readonly #indexes = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #ours = new Side();
  readonly #theirs = new Side();
  #changedAt = new Float64Array(firstCapacity);
  readonly #otherDays = new Map<number, string>();
  readonly #refusals = new Map<number, Message>();
  readonly #extras = new Map<number, ExtraLines>();
  /** Ours that the platform has not named yet. */
  #unmet = 0;

  /** @param readSinceMs when the feed was first read: what changed later may rightly come twice */
  constructor(day: string, readSinceMs: number) {
    this.day = day;
    this.#readSinceMs = readSinceMs;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Those that were added so far. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  get unmet(): number {
    return this.#unmet;
  }

  addOurs(sessionId: string, session: SideSession): void {
    this.#ours.set(this.#indexOf(sessionId), session);
    this.#unmet += 1;
  }

  /** Takes a line of the feed; those of other days count only for sessions that we have on this one. */
  addLine(line: PlatformLine): void {
    const known = this.#indexes.get(line.sessionId);
    if (known === undefined && line.day !== this.day) return;
    const index = known ?? this.#indexOf(line.sessionId);
    const before = this.#theirs.get(index);
    if (before === null) {
      if (this.#ours.get(index) !== null) this.#unmet -= 1;
      this.#take(index, line);
      return;
    }
    const isNewer = line.updatedAtMs > (this.#changedAt[index] ?? 0);
    const wasRefused = this.#refusals.has(index);
    if (line.refusal !== null && !wasRefused && !isNewer) return;
    const wasOtherDay = this.#otherDays.has(index);
    const isAgain =
      line.refusal === null &&
      !wasRefused &&
      !wasOtherDay &&
      line.day === this.day &&
      (!isNewer || line.updatedAtMs <= this.#readSinceMs);
    if (isAgain) this.#addExtra(index, isNewer ? before : line);
    if (isNewer || (wasRefused && line.refusal === null)) this.#take(index, line);
  }

  /** What we have of a session on this day. */
  oursOf(sessionId: string): SideSession | null {
    const index = this.#indexes.get(sessionId);
    return index === undefined ? null : this.#ours.get(index);
  }

  slice(start: number, end: number): PairedSession[] {
    const pairs: PairedSession[] = [];
    for (let index = start; index < Math.min(end, this.#ids.length); index++) pairs.push(this.at(index));
    return pairs;
  }

  at(index: number): PairedSession {
    const platformDay = this.#otherDays.get(index) ?? null;
    return {
      index,
      sessionId: this.#ids[index] ?? '',
      ours: this.#ours.get(index),
      theirs: platformDay === null ? this.#theirs.get(index) : null,
      platformDay,
      refusal: this.#refusals.get(index) ?? null,
      extra: this.#extras.get(index) ?? null,
    };
  }

  #take(index: number, line: PlatformLine): void {
    this.#theirs.set(index, line);
    if (index >= this.#changedAt.length) {
      const longer = new Float64Array(Math.max(index + 1, this.#changedAt.length * 2));
      longer.set(this.#changedAt);
      this.#changedAt = longer;
    }
    this.#changedAt[index] = line.updatedAtMs;
    if (line.day !== null && line.day !== this.day) this.#otherDays.set(index, line.day);
    else this.#otherDays.delete(index);
    if (line.refusal === null) this.#refusals.delete(index);
    else this.#refusals.set(index, line.refusal);
  }

  #addExtra(index: number, session: SideSession): void {
    const extra = this.#extras.get(index) ?? { count: 0, figures: noFigures() };
    extra.count += 1;
    addTo(extra.figures, figuresOfSession(session));
    this.#extras.set(index, extra);
  }

  #indexOf(sessionId: string): number {
    const index = this.#ids.length;
    this.#indexes.set(sessionId, index);
    this.#ids.push(sessionId);
    return index;
  }
}
