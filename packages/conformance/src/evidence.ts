import {
  type PlatformOperator,
  type PlatformSession,
  type PlatformTotal,
  type PlatformTotals,
  platformEndpoints,
  platformGamesSchema,
  platformOperatorsSchema,
  platformTotalsSchema,
  platformUrls,
} from '@ludus/contract/operator-api';
import type { z } from 'zod';
import type { Client, Reply } from './client.ts';
import { addDays, dayAt, startOfDay } from './days.ts';
import { type Page, type Period, readPage, type Walk, walk } from './feed.ts';
import { parseJson, Skipped } from './probe.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** An open session whose latest change is older is not being played. */
const activeMs = 10 * minuteMs;
const tailRows = 40;

/** The feed of the last days, with the totals that were asked for right before and right after. */
export interface Recent {
  /** Whole days before today, oldest first, then today. */
  days: string[];
  walk: Walk;
  totalsBefore: Reply;
  totalsAfter: Reply;
}

/** A part of the feed that is over, read whole: what checks of paging read again in other ways. */
export interface Slice {
  period: Period;
  rows: PlatformSession[];
}

/** What several checks look at. Each part is read once, by the first check that needs it. */
export class Evidence {
  readonly client: Client;
  /** The moment of the start, in milliseconds. */
  readonly now: number;
  readonly today: string;
  #recent: Promise<Recent> | undefined;
  #slice: Promise<Slice> | undefined;
  #first: { page: Page; period: Period } | undefined;
  #since: { day: string; walk: Promise<Walk> } | undefined;
  /** Every session that came in any response, in the state in which it came. */
  readonly seen: { row: PlatformSession; request: string }[] = [];

  constructor(client: Client, now: number) {
    this.client = client;
    this.now = now;
    this.today = dayAt(now);
  }

  recent(): Promise<Recent> {
    this.#recent ??= this.#readRecent();
    return this.#recent;
  }

  async #readRecent(): Promise<Recent> {
    const { days: count } = this.client.options;
    const days = Array.from({ length: count + 1 }, (_, at) => addDays(this.today, at - count));
    const [first = this.today] = days;
    const ask = () => askTotals(this.client, { from: first, to: this.today });
    const totalsBefore = await ask();
    // Open to the future, so that a platform's clock may be somewhat ahead.
    const feed = await walk(this.client, { from: startOfDay(first), to: this.now + hourMs });
    this.remember(feed);
    return { days, walk: feed, totalsBefore, totalsAfter: await ask() };
  }

  /** Notes the rows of a walk for the checks of what never changes. */
  remember({ pages }: Pick<Walk, 'pages'>): void {
    for (const { rows, reply } of pages)
      for (const row of rows) this.seen.push({ row, request: reply.request });
  }

  /** The recent feed, whole and without a wrong line. @throws Skipped with the check that says what is wrong with it */
  async wholeRecent(): Promise<Recent> {
    const recent = await this.recent();
    const { isTooMuch, isWhole, pages } = recent.walk;
    if (isTooMuch) throw new Skipped('tooMany', { most: this.client.options.maxSessions });
    if (!isWhole) throw new Skipped('dependsOn', { check: 'feed-pages' });
    if (pages.some(({ wrong }) => wrong.length > 0)) throw new Skipped('dependsOn', { check: 'feed-shape' });
    return recent;
  }

  /** Rows of the last days whose latest change is over for a minute, in the order in which they came. */
  async settledRows(): Promise<PlatformSession[]> {
    const { walk: feed } = await this.recent();
    const [page] = feed.pages;
    if (feed.rows.length === 0 && page !== undefined && (page.trailer === null || page.wrong.length > 0)) {
      throw new Skipped('dependsOn', { check: page.trailer === null ? 'feed-pages' : 'feed-shape' });
    }
    const settled = feed.rows.filter(({ updatedAt }) => Date.parse(updatedAt) <= this.now - minuteMs);
    if (settled.length === 0) throw new Skipped('noSessions', { days: this.client.options.days });
    return settled;
  }

  /** About forty changes in a row that are over. */
  slice(): Promise<Slice> {
    this.#slice ??= this.#readSlice();
    return this.#slice;
  }

  async #readSlice(): Promise<Slice> {
    const times = [...new Set((await this.settledRows()).map(({ updatedAt }) => Date.parse(updatedAt)))];
    times.sort((a, b) => a - b);
    const start = Math.max(0, Math.floor(times.length / 2) - 20);
    const [from = 0] = times.slice(start);
    const to = (times.slice(start, start + 40).at(-1) ?? from) + 1;
    const read = await walk(this.client, { from, to }, { limit: 50_000 });
    this.remember(read);
    if (!read.isWhole) throw new Skipped('dependsOn', { check: 'feed-pages' });
    return { period: read.period, rows: read.rows };
  }

  /** The slice as it is now: rows leave it when they change again. */
  async sliceAgain({ period }: Slice): Promise<PlatformSession[]> {
    const read = await walk(this.client, period, { limit: 50_000 });
    return read.rows;
  }

  /**
   * A page of the latest changes, read early, for a walk that goes on from its cursor at the end. It holds an open session where
   * there is one: that changes again in the meantime and leaves its place, which no cursor may count on.
   */
  async firstPage(): Promise<{ page: Page; period: Period }> {
    if (this.#first !== undefined) return this.#first;
    const settled = await this.settledRows();
    const open = settled.findIndex(
      ({ isOpen, updatedAt }) => isOpen && Date.parse(updatedAt) > this.now - activeMs,
    );
    const tail = Math.max(0, settled.length - tailRows);
    const start = open === -1 ? tail : Math.min(open, tail);
    const limit = Math.min(Math.max(5, open - start + 1), Math.max(1, settled.length - start - 1));
    const period = { from: Date.parse(settled[start]?.updatedAt ?? ''), to: this.now + 24 * hourMs };
    this.#first = { page: await readPage(this.client, period, { limit }), period };
    return this.#first;
  }

  /** Everything that changed since the start of a day. The longest such walk serves shorter ones. */
  async since(day: string): Promise<Walk> {
    if (this.#since === undefined || this.#since.day > day) {
      this.#since = { day, walk: walk(this.client, { from: startOfDay(day), to: this.now + hourMs }) };
    }
    return this.#since.walk;
  }

  async operators(): Promise<PlatformOperator[] | null> {
    const { operators } = platformUrls;
    const read = await this.#read(
      platformEndpoints.listOperators,
      operators(this.client.url('play')),
      platformOperatorsSchema,
    );
    return read?.operators ?? null;
  }

  async games(): Promise<string[] | null> {
    const { games } = platformUrls;
    const read = await this.#read(
      platformEndpoints.listGames,
      games(this.client.url('play')),
      platformGamesSchema,
    );
    return read?.games.map(({ slug }) => slug) ?? null;
  }

  async #read<Schema extends z.ZodType>(
    endpoint: (typeof platformEndpoints)['listOperators' | 'listGames'],
    url: string,
    schema: Schema,
  ): Promise<z.output<Schema> | null> {
    const reply = await this.client.call(endpoint, url);
    if (reply.response?.status !== 200) return null;
    return schema.safeParse(parseJson(reply.response.text)).data ?? null;
  }
}

export function askTotals(client: Client, days: { from: string; to: string }): Promise<Reply> {
  return client.call(platformEndpoints.getTotals, platformUrls.totals(client.url('data'), days));
}

/** Totals of a response that was right; null otherwise, which `totals-shape` names. */
export function totalsOf(reply: Reply): PlatformTotals | null {
  if (reply.response?.status !== 200) return null;
  return platformTotalsSchema.safeParse(parseJson(reply.response.text)).data ?? null;
}

export const summedFigures = ['sessions', 'open', 'bet', 'win', 'netWin', 'due', 'rounds'] as const;
export type Sums = Record<(typeof summedFigures)[number], number>;

/** Sums of sessions by day and type, as the totals have them. `dayOf` says which day an instant is on. */
export function sumByDay(
  rows: Iterable<PlatformSession>,
  dayOf: (instant: number) => string = dayAt,
): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const row of rows) {
    const key = totalKey({ day: dayOf(Date.parse(row.createdAt)), sessionType: row.sessionType });
    const sum = sums.get(key) ?? { sessions: 0, open: 0, bet: 0, win: 0, netWin: 0, due: 0, rounds: 0 };
    sums.set(key, sum);
    sum.sessions += 1;
    sum.open += row.isOpen ? 1 : 0;
    for (const figure of ['bet', 'win', 'netWin', 'due', 'rounds'] as const) sum[figure] += row[figure];
  }
  return sums;
}

export const totalKey = ({ day, sessionType }: Pick<PlatformTotal, 'day' | 'sessionType'>): string =>
  `${day} ${sessionType}`;

/** The latest state of each session. */
export function latestStates(rows: readonly PlatformSession[]): Map<string, PlatformSession> {
  const latest = new Map<string, PlatformSession>();
  for (const row of rows) {
    const known = latest.get(row.sessionId);
    if (known === undefined || known.updatedAt <= row.updatedAt) latest.set(row.sessionId, row);
  }
  return latest;
}
