import { HOUR_MS } from '../clock.ts';
import type { SessionPlan } from './model.ts';

const FLAG = { mobile: 1, fun: 2, corrected: 4, open: 8 } as const;

function grown<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(old: T, capacity: number): T {
  const next = new (old.constructor as new (length: number) => T)(capacity);
  next.set(old as never);
  return next;
}

/**
 * All sessions of a platform in columns, in the order of their creation hour: about 60 bytes each, so that hundreds of
 * thousands cost little and are read without a garbage collection. The first columns are the plan, the last the state.
 */
export class SessionTable {
  count = 0;
  readonly firstHour: number;
  /** Index of the first session of each hour since the first hour. */
  hourStart: number[] = [];
  createdAt: Float64Array;
  seed: Uint32Array;
  game: Uint8Array;
  operator: Uint8Array;
  player: Uint16Array;
  flags: Uint8Array;
  stake: Uint32Array;
  plannedRounds: Uint16Array;
  pace: Uint16Array;
  tick: Uint16Array;
  closeDelay: Float64Array;
  /** Time of the latest change, 0 before the session exists. */
  updatedAt: Float64Array;
  /** Time of the next change, infinite when none will come. */
  nextAt: Float64Array;
  bet: Uint32Array;
  win: Uint32Array;
  rounds: Uint16Array;
  /** Place in the change log. */
  place: Uint32Array;

  constructor(firstHour: number, capacity: number) {
    this.firstHour = firstHour;
    this.createdAt = new Float64Array(capacity);
    this.seed = new Uint32Array(capacity);
    this.game = new Uint8Array(capacity);
    this.operator = new Uint8Array(capacity);
    this.player = new Uint16Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.stake = new Uint32Array(capacity);
    this.plannedRounds = new Uint16Array(capacity);
    this.pace = new Uint16Array(capacity);
    this.tick = new Uint16Array(capacity);
    this.closeDelay = new Float64Array(capacity);
    this.updatedAt = new Float64Array(capacity);
    this.nextAt = new Float64Array(capacity);
    this.bet = new Uint32Array(capacity);
    this.win = new Uint32Array(capacity);
    this.rounds = new Uint16Array(capacity);
    this.place = new Uint32Array(capacity);
  }

  /** First hour without sessions yet. */
  get nextHour(): number {
    return this.firstHour + this.hourStart.length * HOUR_MS;
  }

  /** Adds the sessions of the next hour; returns the index of the first. */
  addHour(plans: readonly SessionPlan[]): number {
    const first = this.count;
    if (first + plans.length > this.createdAt.length) this.#grow((first + plans.length) * 2);
    this.hourStart.push(first);
    for (const plan of plans) {
      const i = this.count++;
      this.createdAt[i] = plan.createdAt;
      this.seed[i] = plan.seed;
      this.game[i] = plan.game;
      this.operator[i] = plan.operator;
      this.player[i] = plan.player;
      this.flags[i] =
        (plan.isMobile ? FLAG.mobile : 0) |
        (plan.isFun ? FLAG.fun : 0) |
        (plan.corrected ? FLAG.corrected : 0);
      this.stake[i] = plan.stake;
      this.plannedRounds[i] = plan.rounds;
      this.pace[i] = plan.pace;
      this.tick[i] = plan.tick;
      this.closeDelay[i] = plan.closeDelay;
    }
    return first;
  }

  isMobile(i: number): boolean {
    return ((this.flags[i] ?? 0) & FLAG.mobile) !== 0;
  }

  isFun(i: number): boolean {
    return ((this.flags[i] ?? 0) & FLAG.fun) !== 0;
  }

  isCorrected(i: number): boolean {
    return ((this.flags[i] ?? 0) & FLAG.corrected) !== 0;
  }

  isOpen(i: number): boolean {
    return ((this.flags[i] ?? 0) & FLAG.open) !== 0;
  }

  setOpen(i: number, open: boolean): void {
    this.flags[i] = open ? (this.flags[i] ?? 0) | FLAG.open : (this.flags[i] ?? 0) & ~FLAG.open;
  }

  /** Number of the hour, counted from the first, that a session was created in. */
  hourOf(i: number): number {
    return Math.floor(((this.createdAt[i] ?? 0) - this.firstHour) / HOUR_MS);
  }

  /** Indexes [from, to) of the sessions created in a period of whole hours. */
  rangeOfHours(from: number, to: number): [number, number] {
    const at = (instant: number): number => {
      const hour = Math.ceil((instant - this.firstHour) / HOUR_MS);
      return hour <= 0 ? 0 : (this.hourStart[hour] ?? this.count);
    };
    return [at(from), at(to)];
  }

  #grow(capacity: number): void {
    this.createdAt = grown(this.createdAt, capacity);
    this.seed = grown(this.seed, capacity);
    this.game = grown(this.game, capacity);
    this.operator = grown(this.operator, capacity);
    this.player = grown(this.player, capacity);
    this.flags = grown(this.flags, capacity);
    this.stake = grown(this.stake, capacity);
    this.plannedRounds = grown(this.plannedRounds, capacity);
    this.pace = grown(this.pace, capacity);
    this.tick = grown(this.tick, capacity);
    this.closeDelay = grown(this.closeDelay, capacity);
    this.updatedAt = grown(this.updatedAt, capacity);
    this.nextAt = grown(this.nextAt, capacity);
    this.bet = grown(this.bet, capacity);
    this.win = grown(this.win, capacity);
    this.rounds = grown(this.rounds, capacity);
    this.place = grown(this.place, capacity);
  }
}
