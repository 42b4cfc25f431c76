import {
  bearer,
  type PlatformSession,
  platformSessionSchema,
  platformTotalsSchema,
  platformUrls,
  transactionsFeedLinkSchema,
} from '@ludus/contract/operator-api';
import { describe, expect, it } from 'vitest';
import { ALL_TIME, readAll, readPage, runSandbox, send, TEST_NOW } from '../../test/harness.ts';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import { dayText, romeDayNumber } from '../zone.ts';

const now = Date.parse(TEST_NOW);

describe('the session feed', () => {
  it('gives every session of a period once, whatever the page size', async () => {
    const sandbox = await runSandbox({ sessionsPerDay: 40 });
    const castello = sandbox.platform('castello');
    const whole = await readAll(castello);
    expect(whole.length).toBeGreaterThan(300);
    for (const limit of [7, 100]) expect(await readAll(castello, { ...ALL_TIME, limit })).toEqual(whole);
    for (const session of whole) expect(platformSessionSchema.safeParse(session).success).toBe(true);
  });

  it('resumes at a cursor after the sandbox was stopped and started again', async () => {
    const first = await runSandbox();
    const nordwind = first.platform('nordwind');
    const whole = await readAll(nordwind);
    const page = await readPage(nordwind, { ...ALL_TIME, limit: 200 });
    await first.close();
    const second = await runSandbox({ dataDir: first.dataDir, now: TEST_NOW });
    const rest = await readAll(second.platform('nordwind'), { ...ALL_TIME, cursor: page.nextCursor ?? '' });
    expect([...page.lines.map((line) => JSON.parse(line) as PlatformSession), ...rest]).toEqual(whole);
  });

  it('holds exactly the changes of a half-open period', async () => {
    const sandbox = await runSandbox();
    const alpina = sandbox.platform('alpina');
    const whole = await readAll(alpina);
    const [a, b] = [whole[100], whole[300]];
    if (!a || !b) throw new Error('too few sessions');
    const part = await readAll(alpina, { changedFrom: a.updatedAt, changedTo: b.updatedAt });
    expect(part).toEqual(whole.slice(100, 300));
  });

  it('shows what changed since the last look, and nothing else, as time passes', async () => {
    const sandbox = await runSandbox({ sessionsPerDay: 700 });
    const alpina = sandbox.platform('alpina');
    const before = new Map((await readAll(alpina)).map((session) => [session.sessionId, session]));
    sandbox.clock.advance(30 * MINUTE_MS);
    const changed = await readAll(alpina, { ...ALL_TIME, changedFrom: TEST_NOW });
    expect(changed.length).toBeGreaterThan(10);
    expect(changed.some((session) => before.has(session.sessionId))).toBe(true);
    expect(changed.some((session) => !before.has(session.sessionId))).toBe(true);
    for (const session of changed) before.set(session.sessionId, session);
    const after = new Map((await readAll(alpina)).map((session) => [session.sessionId, session]));
    expect(before).toEqual(after);
  });

  it('refuses a missing token, another token, an unknown cursor, an empty period and a page over 50,000', async () => {
    const sandbox = await runSandbox();
    const { services, bookkeepingToken } = sandbox.platform('alpina');
    const url = (query: object) => platformUrls.changedSessions(services.data.url, { ...ALL_TIME, ...query });
    const status = async (address: string, headers?: Record<string, string>) =>
      (await fetch(address, headers ? { headers } : {})).status;
    const right = bearer(bookkeepingToken);
    expect(await status(url({}))).toBe(401);
    expect(await status(url({}), bearer(services.data.token))).toBe(401);
    expect(await status(url({ cursor: 'nonsense' }), right)).toBe(422);
    expect(await status(url({ changedTo: ALL_TIME.changedFrom }), right)).toBe(422);
    expect(await status(url({ limit: 50_001 }), right)).toBe(422);
    expect(await status(url({ limit: 50_000 }), right)).toBe(200);
  });
});

describe('totals', () => {
  it('equal the sums of the sessions served, per Rome day and type, as time passes', async () => {
    const sandbox = await runSandbox({ sessionsPerDay: 300 });
    for (const key of ['baltica', 'castello']) {
      const platform = sandbox.platform(key);
      const answer = await fetch(
        platformUrls.totals(platform.services.data.url, { from: '2026-06-01', to: '2026-11-25' }),
        { headers: bearer(platform.bookkeepingToken) },
      );
      const { totals, asOf } = platformTotalsSchema.parse(await answer.json());
      expect(Date.parse(asOf)).toBe(now + (key === 'baltica' ? 0 : 40 * MINUTE_MS));
      const sums = new Map<string, (typeof totals)[number]>();
      for (const session of await readAll(platform)) {
        const day = dayText(romeDayNumber(Date.parse(session.createdAt)));
        const key = `${day}/${session.sessionType}`;
        const empty = { sessions: 0, open: 0, bet: 0, win: 0, netWin: 0, due: 0, rounds: 0 };
        const sum = sums.get(key) ?? { day, sessionType: session.sessionType, ...empty };
        sum.sessions++;
        sum.open += session.isOpen ? 1 : 0;
        for (const metric of ['bet', 'win', 'netWin', 'due', 'rounds'] as const)
          sum[metric] += session[metric];
        sums.set(key, sum);
      }
      expect(new Map(totals.map((total) => [`${total.day}/${total.sessionType}`, total]))).toEqual(sums);
      sandbox.clock.advance(40 * MINUTE_MS);
    }
  });

  it('refuse more than 400 days and a period that ends before it begins', async () => {
    const sandbox = await runSandbox();
    const { services, bookkeepingToken } = sandbox.platform('castello');
    const status = async (from: string, to: string) =>
      (
        await fetch(platformUrls.totals(services.data.url, { from, to }), {
          headers: bearer(bookkeepingToken),
        })
      ).status;
    expect(await status('2026-01-01', '2027-02-04')).toBe(200);
    expect(await status('2026-01-01', '2027-02-05')).toBe(422);
    expect(await status('2026-01-02', '2026-01-01')).toBe(422);
    expect(await status('2026-02-30', '2026-03-01')).toBe(422);
  });
});

describe('one session', () => {
  it('closes only when it is open and has rested ten minutes, and stays closed after a restart', async () => {
    const sandbox = await runSandbox({ sessionsPerDay: 700 });
    const alpina = sandbox.platform('alpina');
    const headers = bearer(alpina.bookkeepingToken);
    const close = (id: string) =>
      send('POST', platformUrls.closeSession(alpina.services.data.url, id), undefined, headers);
    const all = await readAll(alpina);
    const age = (session: PlatformSession) => now - Date.parse(session.updatedAt);
    const resting = all.find((session) => session.isOpen && age(session) >= 10 * MINUTE_MS);
    const playing = all.find((session) => session.isOpen && age(session) < 10 * MINUTE_MS);
    const closed = all.find((session) => !session.isOpen);
    if (!resting || !playing || !closed) throw new Error('no such sessions');

    expect((await close(playing.sessionId)).status).toBe(409);
    expect((await close(closed.sessionId)).status).toBe(409);
    expect((await close('ALP-NONE')).status).toBe(404);
    const answer = await close(resting.sessionId);
    const expected = { ...resting, isOpen: false, updatedAt: TEST_NOW };
    expect(answer).toEqual({ status: 200, body: expected });
    expect((await close(resting.sessionId)).status).toBe(409);
    expect((await readAll(alpina, { ...ALL_TIME, changedFrom: TEST_NOW })).at(-1)).toEqual(expected);

    await sandbox.close();
    const later = new Date(now + 15 * DAY_MS).toISOString();
    const restarted = await runSandbox({ sessionsPerDay: 700, dataDir: sandbox.dataDir, now: later });
    const again = await fetch(
      platformUrls.session(restarted.platform('alpina').services.data.url, resting.sessionId),
      { headers },
    );
    expect(await again.json()).toEqual(expected);
  });

  it('has a page of rounds that sum exactly to its bet and win, reached by the link', async () => {
    const sandbox = await runSandbox({ sessionsPerDay: 400 });
    const baltica = sandbox.platform('baltica');
    const all = await readAll(baltica);
    const corrected = all.filter(
      (session) => !session.isOpen && Date.parse(session.updatedAt) - Date.parse(session.createdAt) > DAY_MS,
    );
    const open = all.filter((session) => session.isOpen);
    const cents = (text: string | undefined): number =>
      text === undefined || text === '–' ? 0 : Number(text.replace('−', '-').replace(/[^\d-]/g, ''));
    for (const session of [...all.slice(500, 540), ...corrected.slice(0, 12), ...open.slice(0, 5)]) {
      const link = await fetch(
        platformUrls.transactionsFeedLink(baltica.services.data.url, session.sessionId),
        {
          headers: bearer(baltica.services.data.token),
        },
      );
      const { url } = transactionsFeedLinkSchema.parse(await link.json());
      const answer = await fetch(`${url}?theme=dark&lang=en`);
      expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
      const text = await answer.text();
      expect(text).toContain('data-theme="dark"');
      expect(text).toContain(session.sessionId);
      const [body = '', foot = ''] = text.split('<tfoot>');
      const rowsOf = (html: string) =>
        [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map((row) =>
          [...(row[1] ?? '').matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map((cell) =>
            (cell[1] ?? '').replace(/<[^>]*>/g, ''),
          ),
        );
      const rounds = rowsOf(body).filter((row) => row.length === 5);
      const opening = rounds.pop();
      expect(opening?.[1]).toBe('Opening balance');
      expect(rounds.reduce((sum, row) => sum - cents(row[2]), 0)).toBe(session.bet);
      expect(rounds.reduce((sum, row) => sum + cents(row[3]), 0)).toBe(session.win);
      let balance = cents(opening?.[4]);
      for (const row of rounds.toReversed()) {
        balance += cents(row[2]) + cents(row[3]);
        expect(cents(row[4])).toBe(balance);
      }
      expect(rowsOf(foot)[0]?.map(cents)).toEqual([0 - session.bet, session.win, balance]);
      expect(rounds.filter((row) => row[1]?.match(/^Round \d+$/)).length).toBe(session.rounds);
    }
  });

  it('answers 404 for the link and the page of a session that does not exist', async () => {
    const sandbox = await runSandbox();
    const { services } = sandbox.platform('baltica');
    const headers = bearer(services.data.token);
    expect(
      (await fetch(platformUrls.transactionsFeedLink(services.data.url, 'BAL-NONE'), { headers })).status,
    ).toBe(404);
    expect((await fetch(`${sandbox.url}/p/baltica/feed/BAL-NONE`)).status).toBe(404);
  });
});
