import {
  DEFAULT_SESSIONS_PER_PAGE,
  MAX_SESSIONS_PER_PAGE,
  type PlatformSession,
  platformEndpoints,
  platformSessionSchema,
  platformUrls,
} from '@ludus/contract/operator-api';
import { type Check, type Checks, mapLimited, sample } from '../check.ts';
import { iso } from '../days.ts';
import {
  compareRows,
  expectPage,
  expectSameRows,
  keysOf,
  type Page,
  readPage,
  stateOf,
  walk,
} from '../feed.ts';
import { parseJson, Skipped } from '../probe.ts';

const smallPage = 7;

const paging: Check = async ({ client, evidence, probe }) => {
  const slice = await evidence.slice();
  const small = await walk(client, slice.period, { limit: smallPage });
  evidence.remember(small);
  for (const page of small.pages) expectPage(probe, page);
  const request = small.pages[1]?.reply.request ?? small.pages[0]?.reply.request ?? null;
  if (!small.isWhole) {
    if (!probe.hasFailed) probe.fail('noEnd', { pages: small.pages.length }, request);
    return;
  }
  const after = await evidence.sliceAgain(slice);
  expectSameRows(probe, small.rows, { before: slice.rows, after }, request);
};

/** Each cursor is asked again, the last one first: a fetch that was interrupted resumes at any of them, hours later. */
const cursor: Check = async ({ client, evidence, probe }) => {
  const slice = await evidence.slice();
  const { pages } = await walk(client, slice.period, { limit: smallPage });
  const places = pages.flatMap(({ trailer }, at) => {
    const next = pages[at + 1];
    return trailer?.nextCursor != null && next !== undefined ? [{ cursor: trailer.nextCursor, next }] : [];
  });
  if (places.length === 0) throw new Skipped('noSessions', { days: client.options.days });
  const again: { next: Page; page: Page }[] = [];
  for (const place of places.toReversed()) {
    const page = await readPage(client, slice.period, { limit: smallPage, cursor: place.cursor });
    if (page.reply.response !== null && page.reply.response.status !== 200) {
      probe.fail('cursorForgotten', { status: page.reply.response.status }, page.reply.request);
    } else if (expectPage(probe, page)) again.push({ next: place.next, page });
  }
  const after = keysOf(await evidence.sliceAgain(slice));
  for (const { next, page } of again) {
    const found = keysOf(page.rows);
    const lost = next.rows.filter((row) => after.has(stateOf(row)) && !found.has(stateOf(row)));
    const [example] = lost;
    if (example === undefined) continue;
    probe.fail(
      'lostRows',
      { count: lost.length, example: example.sessionId, all: next.rows.length },
      page.reply.request,
    );
  }
};

const limit: Check = async ({ client, evidence, probe }) => {
  const { period, rows } = await evidence.slice();
  for (const wanted of [1, 2, undefined, MAX_SESSIONS_PER_PAGE]) {
    const page = await readPage(client, period, wanted === undefined ? {} : { limit: wanted });
    if (!expectPage(probe, page)) continue;
    const most = wanted ?? DEFAULT_SESSIONS_PER_PAGE;
    if (page.lines > most) probe.fail('overLimit', { found: page.lines, limit: most }, page.reply.request);
    const isShort = page.lines === 0 && rows.length > 0;
    if (isShort && page.trailer?.nextCursor == null)
      probe.fail(
        'lostRows',
        { count: rows.length, example: rows[0]?.sessionId ?? '', all: rows.length },
        page.reply.request,
      );
  }
};

/** A period in two halves, cut at the moment of a change: it belongs to the second half only. */
const split: Check = async ({ client, evidence, probe }) => {
  const slice = await evidence.slice();
  const middle = Date.parse(slice.rows[Math.floor(slice.rows.length / 2)]?.updatedAt ?? iso(slice.period.to));
  const halves = [
    { from: slice.period.from, to: middle },
    { from: middle, to: slice.period.to },
  ].filter(({ from, to }) => from < to);
  const read = [];
  for (const half of halves) read.push(await walk(client, half));
  const after = await evidence.sliceAgain(slice);
  for (const { period, rows, pages } of read) {
    for (const page of pages) expectPage(probe, page);
    for (const { sessionId, updatedAt } of rows) {
      const at = Date.parse(updatedAt);
      if (at >= period.from && at < period.to) continue;
      probe.fail('outside', { id: sessionId, at: updatedAt }, pages[0]?.reply.request ?? null);
    }
  }
  const all = read.flatMap(({ rows }) => rows);
  expectSameRows(probe, all, { before: slice.rows, after }, read[0]?.pages[0]?.reply.request ?? null);
};

const empty: Check = async ({ client, probe }) => {
  const from = Date.parse('2001-01-01T00:00:00.000Z');
  const page = await readPage(client, { from, to: from + 3_600_000 });
  if (!expectPage(probe, page)) return;
  const [row] = page.rows;
  if (row !== undefined) probe.fail('outside', { id: row.sessionId, at: row.updatedAt }, page.reply.request);
  if (page.trailer?.nextCursor !== null) probe.fail('noEnd', { pages: 1 }, page.reply.request);
};

const parameters: Check = async ({ client, evidence, probe }) => {
  const [from, to] = [iso(evidence.now - 3_600_000), iso(evidence.now)];
  const wrong: Record<string, string>[] = [
    {},
    { changedFrom: from },
    { changedTo: to },
    { changedFrom: 'yesterday', changedTo: to },
    { changedFrom: from.slice(0, 10), changedTo: to },
    { changedFrom: to, changedTo: from },
    { changedFrom: from, changedTo: to, limit: '0' },
    { changedFrom: from, changedTo: to, limit: '-1' },
    { changedFrom: from, changedTo: to, limit: 'many' },
    { changedFrom: from, changedTo: to, limit: String(MAX_SESSIONS_PER_PAGE + 1) },
    { changedFrom: from, changedTo: to, cursor: '\u0000no cursor\u0000' },
    { changedFrom: from, changedTo: to, cursor: 'x'.repeat(513) },
  ];
  const base = platformUrls
    .changedSessions(client.url('data'), { changedFrom: from, changedTo: to })
    .split('?')[0];
  for (const query of wrong) {
    const reply = await client.call(
      platformEndpoints.listChangedSessions,
      `${base}?${new URLSearchParams(query)}`,
    );
    probe.expectRefusal(reply, [422, 400]);
  }
};

const compression: Check = async ({ client, evidence, probe }) => {
  const slice = await evidence.slice();
  for (const encoding of ['gzip', 'identity']) {
    const page = await readPage(
      client,
      slice.period,
      { limit: MAX_SESSIONS_PER_PAGE },
      { 'accept-encoding': encoding },
    );
    if (!expectPage(probe, page)) continue;
    const used = page.reply.response?.headers['content-encoding'] ?? 'identity';
    if (used !== encoding && used !== 'identity')
      probe.fail('encoded', { found: used, asked: encoding }, page.reply.request);
    const after = await evidence.sliceAgain(slice);
    expectSameRows(probe, page.rows, { before: slice.rows, after }, page.reply.request);
  }
};

/** The facts of a session that never change. */
export const lastingFacts = ['operatorCode', 'gameSlug', 'userId', 'sessionType', 'createdAt'] as const;

/**
 * A session that changed after the feed was read is in the feed again, at its new time and no more at the old one; and one that
 * was corrected days after its end is not also where it ended.
 */
const corrections: Check = async ({ client, evidence, probe }) => {
  const settled = await evidence.settledRows();
  // Open sessions change most, and so do those that came last.
  const open = settled.filter(({ isOpen }) => isOpen).slice(-10);
  const late = settled.filter(
    ({ createdAt, updatedAt, isOpen }) =>
      !isOpen && Date.parse(updatedAt) - Date.parse(createdAt) > 6 * 3_600_000,
  );
  const replies = await mapLimited(open, client.options.concurrency, async (row) => {
    const url = platformUrls.session(client.url('data'), row.sessionId);
    return { row, reply: await client.call(platformEndpoints.getSession, url) };
  });
  for (const { row, reply } of replies) {
    const now = platformSessionSchema.safeParse(parseJson(reply.response?.text ?? '')).data;
    if (now === undefined || now.updatedAt <= row.updatedAt) continue;
    const at = Date.parse(now.updatedAt);
    await expectAt(at, now, true);
    await expectAt(Date.parse(row.updatedAt), row, false);
  }
  for (const row of sample(late, 8)) {
    await expectAt(Date.parse(row.updatedAt), row, true);
    await expectAt(Date.parse(row.createdAt), row, false);
  }
  if (replies.length === 0 && late.length === 0)
    throw new Skipped('noSessions', { days: client.options.days });

  async function expectAt(at: number, row: PlatformSession, isExpected: boolean): Promise<void> {
    const page = await readPage(client, { from: at, to: at + 1 }, { limit: 1_000 });
    if (!expectPage(probe, page)) return;
    const isThere = page.rows.some(({ sessionId }) => sessionId === row.sessionId);
    if (isThere === isExpected) return;
    // Another change in the meantime takes it away from there.
    if (isExpected) {
      const reply = await client.call(
        platformEndpoints.getSession,
        platformUrls.session(client.url('data'), row.sessionId),
      );
      const latest = platformSessionSchema.safeParse(parseJson(reply.response?.text ?? '')).data;
      if (latest !== undefined && latest.updatedAt > row.updatedAt) return;
      probe.fail('lostRows', { count: 1, example: row.sessionId, all: 1 }, page.reply.request);
    } else probe.fail('foreignRows', { count: 1, example: row.sessionId }, page.reply.request);
  }
};

/** Goes on from the cursor of the first page, now that other sessions have changed. */
const newRows: Check = async ({ client, evidence, probe }) => {
  const { page, period } = await evidence.firstPage();
  if (!expectPage(probe, page)) return;
  const cursorOfFirst = page.trailer?.nextCursor;
  const last = page.rows.at(-1);
  if (cursorOfFirst == null || last === undefined)
    throw new Skipped('noSessions', { days: client.options.days });
  const rest = await walk(client, period, { limit: 50, cursor: cursorOfFirst });
  const whole = await walk(client, period, { limit: MAX_SESSIONS_PER_PAGE });
  evidence.remember(rest);
  if (!rest.isWhole || !whole.isWhole) throw new Skipped('dependsOn', { check: 'feed-pages' });
  const newest = rest.rows.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '');
  const request = rest.pages[0]?.reply.request ?? null;
  const found = keysOf(rest.rows);
  // What changed after the walk had passed stands behind its newest row.
  const expected = whole.rows.filter((row) => compareRows(row, last) > 0 && row.updatedAt <= newest);
  const lost = expected.filter((row) => !found.has(stateOf(row)));
  const [example] = lost;
  if (example !== undefined)
    probe.fail('lostRows', { count: lost.length, example: example.sessionId, all: expected.length }, request);
  const before = rest.rows.find((row) => compareRows(row, last) <= 0);
  if (before !== undefined) probe.fail('foreignRows', { count: 1, example: before.sessionId }, request);
  if (Date.parse(newest) <= evidence.now) probe.note('noNewRows');
};

export const feedCallChecks = {
  'feed-paging': paging,
  'feed-cursor': cursor,
  'feed-limit': limit,
  'feed-split': split,
  'feed-empty': empty,
  'feed-parameters': parameters,
  'feed-compression': compression,
  'feed-corrections': corrections,
  'feed-new-rows': newRows,
} satisfies Checks;
