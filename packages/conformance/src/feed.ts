import {
  type PlatformSession,
  platformEndpoints,
  platformSessionSchema,
  platformUrls,
  sessionFeedTrailerSchema,
} from '@ludus/contract/operator-api';
import type { Client, Reply } from './client.ts';
import { iso } from './days.ts';
import { mediaTypes, type Probe, parseJson, reasonsOf } from './probe.ts';

/** A line of a page that is no session. `fields` are those that are wrong. */
export interface WrongLine {
  /** From 1. */
  number: number;
  reasons: string[];
  fields: string[];
}

export interface Page {
  reply: Reply;
  rows: PlatformSession[];
  wrong: WrongLine[];
  lines: number;
  /** Null where the page has none: it counts as cut. */
  trailer: { nextCursor: string | null; count: number } | null;
  limit: number | undefined;
}

export interface Period {
  /** Instants in milliseconds; from is in, to is out. */
  from: number;
  to: number;
}

/** A period read to its end, or as far as that went. */
export interface Walk {
  period: Period;
  pages: Page[];
  rows: PlatformSession[];
  /** The last page said that the period holds no more. */
  isWhole: boolean;
  /** It holds more than may be read. */
  isTooMuch: boolean;
}

export function feedUrl(client: Client, period: Period, query: { cursor?: string; limit?: number } = {}) {
  return platformUrls.changedSessions(client.url('data'), {
    changedFrom: iso(period.from),
    changedTo: iso(period.to),
    ...query,
  });
}

export async function readPage(
  client: Client,
  period: Period,
  query: { cursor?: string; limit?: number } = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const reply = await client.call(platformEndpoints.listChangedSessions, feedUrl(client, period, query), {
    headers,
  });
  return parsePage(reply, query.limit);
}

/** Whether a response is a page at all, whatever its lines are. */
export function isPage(reply: Reply): boolean {
  const type = reply.response?.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return reply.response?.status === 200 && (mediaTypes.lines as readonly string[]).includes(type);
}

function parsePage(reply: Reply, limit: number | undefined): Page {
  const { response } = reply;
  const page: Page = { reply, rows: [], wrong: [], lines: 0, trailer: null, limit };
  if (response === null || !isPage(reply)) return page;
  const lines = response.text.split('\n');
  // Its rows are kept, so the text is not: a run reads many pages.
  page.reply = { ...reply, response: { ...response, text: '' } };
  if (lines.at(-1) === '') lines.pop();
  const last = sessionFeedTrailerSchema.safeParse(parseJson(lines.at(-1) ?? ''));
  if (last.success) {
    page.trailer = last.data.trailer;
    lines.pop();
  }
  page.lines = lines.length;
  for (const [at, line] of lines.entries()) {
    const value = parseJson(line);
    const parsed = platformSessionSchema.safeParse(value);
    if (parsed.success) page.rows.push(parsed.data);
    else {
      const fields = parsed.error.issues.map(({ path }) => String(path[0] ?? ''));
      const reasons = value === undefined ? ['not JSON'] : reasonsOf(parsed.error);
      page.wrong.push({ number: at + 1, reasons, fields });
    }
  }
  return page;
}

/** Names what is wrong with a page as a whole; returns whether nothing is. */
export function expectPage(probe: Probe, page: Page): boolean {
  const { reply, trailer } = page;
  if (probe.expectStatus(reply) === null || !probe.expectType(reply, mediaTypes.lines)) return false;
  if (trailer === null) {
    probe.fail('noTrailer', { lines: page.lines }, reply.request);
    return false;
  }
  if (trailer.count !== page.lines) {
    probe.fail('count', { said: trailer.count, found: page.lines }, reply.request);
    return false;
  }
  return true;
}

/** Reads a period page by page. A page that is broken ends it: there is no cursor to go on with. */
export async function walk(
  client: Client,
  period: Period,
  { limit = 10_000, cursor = null as string | null, most = client.options.maxSessions } = {},
): Promise<Walk> {
  const pages: Page[] = [];
  const rows: PlatformSession[] = [];
  const result = (isWhole: boolean, isTooMuch = false): Walk => ({ period, pages, rows, isWhole, isTooMuch });
  const seen = new Set<string>();
  for (let next = cursor; ; ) {
    const page = await readPage(client, period, { limit, ...(next === null ? {} : { cursor: next }) });
    pages.push(page);
    for (const row of page.rows) rows.push(row);
    if (page.trailer === null) return result(false);
    next = page.trailer.nextCursor;
    if (next === null) return result(true);
    // A cursor that comes again would never end.
    if (seen.has(next)) return result(false);
    seen.add(next);
    if (rows.length >= most) return result(false, true);
  }
}

/** A row in one state: another state of the same session is another one. */
export const stateOf = ({ sessionId, updatedAt }: PlatformSession): string => `${updatedAt} ${sessionId}`;

export const keysOf = (rows: readonly PlatformSession[]): Set<string> => new Set(rows.map(stateOf));

/**
 * Compares what was read in parts with the same period read whole, before and after: rows can leave a period in the meantime,
 * and none can come into one that is over. What stayed all the time has to be in the parts, and they hold nothing else.
 */
export function expectSameRows(
  probe: Probe,
  parts: readonly PlatformSession[],
  whole: { before: readonly PlatformSession[]; after: readonly PlatformSession[] },
  request: string | null,
): void {
  const [found, before, after] = [keysOf(parts), keysOf(whole.before), keysOf(whole.after)];
  const lost = [...before].filter((key) => after.has(key) && !found.has(key));
  const foreign = [...found].filter((key) => !before.has(key) && !after.has(key));
  if (lost.length > 0) {
    const [example = ''] = lost;
    probe.fail('lostRows', { count: lost.length, example: idOf(example), all: before.size }, request);
  }
  if (foreign.length > 0) {
    const [example = ''] = foreign;
    probe.fail('foreignRows', { count: foreign.length, example: idOf(example) }, request);
  }
  const [twice] = repeatedIn(parts);
  if (twice !== undefined) probe.fail('twice', { id: twice.id, count: repeatedIn(parts).length }, request);
}

const idOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** Sessions that come more than once. */
export function repeatedIn(rows: readonly PlatformSession[]): { id: string; at: number }[] {
  const seen = new Set<string>();
  const repeated: { id: string; at: number }[] = [];
  for (const [at, { sessionId }] of rows.entries()) {
    if (seen.has(sessionId)) repeated.push({ id: sessionId, at });
    seen.add(sessionId);
  }
  return repeated;
}

/** The order of the feed: by the latest change, then by id as text. */
export function compareRows(a: PlatformSession, b: PlatformSession): number {
  const [first, second] = [stateOf(a), stateOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}
