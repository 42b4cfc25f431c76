import type { PlatformTotal } from '@ludus/contract/operator-api';
import { HOUR_MS } from '../clock.ts';
import { dayNumberOf, dayText, romeDayNumber, startOfRomeDay } from '../zone.ts';
import { ChangeLog } from './change-log.ts';
import { ChangeHeap } from './heap.ts';
import { SessionIds } from './ids.ts';
import { compareKeys, type InjectedLine, type InjectedLines } from './injected.ts';
import { LineWriter } from './lines.ts';
import type { PlatformModel } from './model.ts';
import { netWinOf, type SessionState, share, stateAt } from './state.ts';
import { SessionTable } from './table.ts';

export interface FeedKey {
  time: number;
  id: string;
}

/** One page of the changes feed, chosen at one moment: rows are sessions (by index) or injected lines. */
export interface FeedPage {
  asOf: number;
  rows: (number | InjectedLine)[];
  next: FeedKey | null;
  /** Sessions that come once more, as they were when they were created: a fault. */
  old?: number[];
}

const emptyState = (): SessionState => ({
  updatedAt: 0,
  nextAt: 0,
  isOpen: false,
  rounds: 0,
  bet: 0,
  win: 0,
});

/** Sessions worked on before the event loop gets its turn while the history is built. */
const SLICE = 20_000;

/** All sessions of a platform up to now, in their latest state and in the order of their changes. */
export class PlatformHistory {
  readonly model: PlatformModel;
  readonly table: SessionTable;
  readonly ids: SessionIds;
  readonly injected: InjectedLines;
  readonly #lines: LineWriter;
  readonly #log = new ChangeLog();
  readonly #heap: ChangeHeap;
  readonly #closes = new Map<number, number>();
  readonly #scratch = emptyState();
  #now = 0;

  constructor(model: PlatformModel, injected: InjectedLines) {
    this.model = model;
    this.injected = injected;
    this.table = new SessionTable(model.firstHour, 4_096);
    this.ids = new SessionIds(this.table, model.plan.prefix);
    this.#lines = new LineWriter(model, this.table, this.ids);
    this.#heap = new ChangeHeap((i) => this.table.nextAt[i] ?? 0);
  }

  /** Builds the history up to `now`, with the closes that the hub asked for before (session id to moment). */
  async build(now: number, closes: Readonly<Record<string, number>>): Promise<void> {
    const { table } = this;
    this.#now = now;
    let slice = 0;
    const pause = async (work: number) => {
      slice += work;
      if (slice < SLICE) return;
      slice = 0;
      await new Promise<void>((resolve) => setImmediate(resolve));
    };
    while (table.nextHour <= now) {
      table.addHour(this.model.sessionsOfHour(table.nextHour));
      await pause(table.count - (table.hourStart.at(-1) ?? 0));
    }
    for (const [sessionId, at] of Object.entries(closes)) {
      const i = this.ids.indexOf(sessionId);
      if (i >= 0) this.#closes.set(i, at);
    }
    const order: number[] = [];
    for (let i = 0; i < table.count; i++) {
      this.#settle(i, now);
      if ((table.updatedAt[i] ?? 0) > 0) order.push(i);
      await pause(1);
    }
    const { updatedAt } = table;
    const sorted = Uint32Array.from(order).sort((a, b) => (updatedAt[a] ?? 0) - (updatedAt[b] ?? 0) || a - b);
    for (const i of sorted) table.place[i] = this.#log.append(i, updatedAt[i] ?? 0);
  }

  /**
   * Lets time pass: new sessions begin, open ones move on, others end or are corrected. Returns the moment that the history
   * stands at, which never goes back, whatever the clock of the machine does.
   */
  advance(moment: number): number {
    const { table } = this;
    const now = Math.max(moment, this.#now);
    this.#now = now;
    while (table.nextHour <= now) {
      const first = table.addHour(this.model.sessionsOfHour(table.nextHour));
      for (let i = first; i < table.count; i++) {
        table.nextAt[i] = table.createdAt[i] ?? 0;
        this.#heap.push(i);
      }
    }
    for (let i = this.#heap.peek(); i !== undefined && (table.nextAt[i] ?? 0) <= now; i = this.#heap.peek()) {
      this.#heap.pop();
      const before = table.updatedAt[i];
      this.#settle(i, table.nextAt[i] ?? 0);
      // A session that the hub closed meanwhile has no change at this moment any more.
      if (table.updatedAt[i] !== before) table.place[i] = this.#log.append(i, table.updatedAt[i] ?? 0);
    }
    if (this.#log.length > table.count * 2 + 10_000) this.#log.compact(table.place);
    return now;
  }

  /** Brings the state of a session to a moment and notes its next change. */
  #settle(i: number, at: number): void {
    const { table } = this;
    const state = stateAt(this.model, table, i, at, this.#closes.get(i), this.#scratch);
    table.updatedAt[i] = state.updatedAt;
    table.nextAt[i] = state.nextAt;
    table.bet[i] = state.bet;
    table.win[i] = state.win;
    table.rounds[i] = state.rounds;
    table.setOpen(i, state.isOpen);
    if (Number.isFinite(state.nextAt)) this.#heap.push(i);
  }

  /** State of a session as of its latest change, or as of an earlier moment. */
  state(i: number, at?: number): SessionState {
    const { table } = this;
    const updatedAt = table.updatedAt[i] ?? 0;
    if (at !== undefined && updatedAt > at) {
      return stateAt(this.model, table, i, at, this.#closes.get(i), emptyState());
    }
    return {
      updatedAt,
      nextAt: table.nextAt[i] ?? 0,
      isOpen: table.isOpen(i),
      rounds: table.rounds[i] ?? 0,
      bet: table.bet[i] ?? 0,
      win: table.win[i] ?? 0,
    };
  }

  line(i: number, state: SessionState): string {
    return this.#lines.line(i, state);
  }

  /** Index of a session that exists by now, or -1. */
  find(sessionId: string): number {
    const i = this.ids.indexOf(sessionId);
    return i >= 0 && (this.table.updatedAt[i] ?? 0) > 0 ? i : -1;
  }

  /** Closes a session now. The caller has checked that it is open and has rested long enough. */
  close(i: number, now: number): void {
    const { table } = this;
    this.#closes.set(i, now);
    // It may still wait in the heap for a change that will not come: nextAt stays, and advance() passes over it.
    const state = stateAt(this.model, table, i, now, now, this.#scratch);
    table.updatedAt[i] = state.updatedAt;
    table.setOpen(i, false);
    table.place[i] = this.#log.append(i, now);
  }

  /** One page of the sessions whose latest change lies in [from, to), after a key, by change time, then id. */
  page(from: number, to: number, after: FeedKey | null, limit: number, asOf: number): FeedPage {
    const hidden = new Set<number>();
    for (const id of this.injected.sessions.keys()) {
      const i = this.ids.indexOf(id);
      if (i >= 0) hidden.add(i);
    }
    const generated = this.#generated(from, to, after, limit + 1, hidden);
    const lines = this.injected.lines.filter(
      (one) =>
        one.changedAt >= from &&
        one.changedAt < to &&
        (!after || compareKeys(one.changedAt, one.id, after.time, after.id) > 0),
    );
    const rows = lines.length === 0 ? generated : this.#merge(generated, lines, limit + 1);
    if (rows.length <= limit) return { asOf, rows, next: null };
    rows.length = limit;
    const last = rows[limit - 1];
    return { asOf, rows, next: last === undefined ? null : this.#keyOf(last) };
  }

  #generated(
    from: number,
    to: number,
    after: FeedKey | null,
    limit: number,
    hidden: Set<number>,
  ): (number | InjectedLine)[] {
    const rows: number[] = [];
    const start = after ? Math.max(from, after.time) : from;
    for (let place = this.#log.placeAt(start); place < this.#log.length && rows.length < limit; place++) {
      const time = this.#log.time(place);
      if (time >= to) break;
      const i = this.#log.session(place);
      if (this.table.place[i] !== place || hidden.has(i)) continue;
      if (after && time === after.time && this.ids.sessionId(i) <= after.id) continue;
      rows.push(i);
    }
    return rows;
  }

  #merge(
    generated: (number | InjectedLine)[],
    lines: InjectedLine[],
    limit: number,
  ): (number | InjectedLine)[] {
    const rows = [...generated, ...lines].map((row) => ({ row, key: this.#keyOf(row) }));
    rows.sort((a, b) => compareKeys(a.key.time, a.key.id, b.key.time, b.key.id));
    return rows.slice(0, limit).map(({ row }) => row);
  }

  #keyOf(row: number | InjectedLine): FeedKey {
    return typeof row === 'number'
      ? { time: this.table.updatedAt[row] ?? 0, id: this.ids.sessionId(row) }
      : { time: row.changedAt, id: row.id };
  }

  /**
   * Sums per Rome day and type of the sessions created from `from` to `to` (days, both included), as of now. `timesOf` is how
   * often a session counts, `startOf` where a day begins.
   */
  totals(
    from: string,
    to: string,
    timesOf: (sessionId: string) => number = () => 1,
    startOf: (day: number) => number = startOfRomeDay,
  ): PlatformTotal[] {
    const { table } = this;
    const sums = new Map<string, PlatformTotal>();
    const sumOf = (day: string, sessionType: 1 | 4): PlatformTotal => {
      const key = `${day}/${sessionType}`;
      const known = sums.get(key);
      if (known) return known;
      const empty = { sessions: 0, open: 0, bet: 0, win: 0, netWin: 0, due: 0, rounds: 0 };
      const sum = { day, sessionType, ...empty };
      sums.set(key, sum);
      return sum;
    };
    for (let day = dayNumberOf(from); day <= dayNumberOf(to); day++) {
      const [first, end] = table.rangeOfHours(startOf(day), startOf(day + 1));
      for (let i = first; i < end; i++) {
        const sessionId = this.ids.sessionId(i);
        if (!table.updatedAt[i] || this.injected.sessions.has(sessionId)) continue;
        const times = timesOf(sessionId);
        const bet = table.bet[i] ?? 0;
        const win = table.win[i] ?? 0;
        const netWin = netWinOf(bet, win);
        const sum = sumOf(dayText(day), table.isFun(i) ? 4 : 1);
        sum.sessions += times;
        sum.open += table.isOpen(i) ? times : 0;
        sum.bet += bet * times;
        sum.win += win * times;
        sum.netWin += netWin * times;
        sum.due += share(netWin, this.model.plan.duePermille) * times;
        sum.rounds += (table.rounds[i] ?? 0) * times;
      }
    }
    for (const session of this.injected.sessions.values()) {
      const day = dayText(romeDayNumber(Date.parse(session.createdAt)));
      if (day < from || day > to) continue;
      const sum = sumOf(day, session.sessionType);
      const times = timesOf(session.sessionId);
      sum.sessions += times;
      sum.open += session.isOpen ? times : 0;
      for (const metric of ['bet', 'win', 'netWin', 'due', 'rounds'] as const)
        sum[metric] += session[metric] * times;
    }
    return [...sums.values()].sort((a, b) => a.day.localeCompare(b.day) || a.sessionType - b.sessionType);
  }

  /** Sessions created in [from, to) that changed later, at or after `to`. */
  movedOn(from: number, to: number): number[] {
    const { table } = this;
    const hour = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;
    const [first, end] = table.rangeOfHours(hour(from), hour(to) + HOUR_MS);
    const isMoved = (i: number): boolean => {
      const created = table.createdAt[i] ?? 0;
      return created >= from && created < to && (table.updatedAt[i] ?? 0) >= to;
    };
    return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).filter(isMoved);
  }

  /** Hours of history held, for the start page. */
  get hours(): number {
    return (this.table.nextHour - this.table.firstHour) / HOUR_MS;
  }
}
