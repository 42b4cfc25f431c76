import {
  bearer,
  type PlatformBets,
  type PlatformSession,
  platformBetsSchema,
  platformSessionSchema,
  platformUrls,
} from '@ludus/contract/operator-api';
import { describe, expect, it } from 'vitest';
import { ALL_TIME, getJson, readAll, readPage, runSandbox, send, TEST_NOW } from '../../test/harness.ts';

const KEY = 'castello';

async function withFaults(faults: object) {
  const sandbox = await runSandbox();
  const platform = sandbox.platform(KEY);
  const url = `${sandbox.url}/p/${KEY}/faults`;
  const healthy = await readAll(platform);
  expect((await send('POST', url, faults)).status).toBe(200);
  const sessionsUrl = platformUrls.changedSessions(platform.services.data.url, {
    ...ALL_TIME,
    limit: 50_000,
  });
  const headers = bearer(platform.bookkeepingToken);
  const fetchPage = (init: RequestInit = {}) => fetch(sessionsUrl, { headers, redirect: 'manual', ...init });
  return { sandbox, platform, url, healthy, fetchPage };
}

function validLines(lines: string[]): PlatformSession[] {
  return lines.flatMap((line) => {
    try {
      const parsed = platformSessionSchema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}

describe('a misbehaving platform', () => {
  it('is healthy until a fault is named, and again when they are taken back', async () => {
    const { sandbox, platform, url, healthy, fetchPage } = await withFaults({ http500: true });
    expect((await fetchPage()).status).toBe(500);
    expect((await getJson(`${sandbox.url}/p/alpina/faults`)).http500).toBe(false);
    expect((await send('DELETE', url)).status).toBe(200);
    expect(await readAll(platform)).toEqual(healthy);
    expect((await send('POST', url, { unknown: true })).status).toBe(422);
  });

  it('refuses a good token', async () => {
    const { fetchPage, platform } = await withFaults({ refuseToken: true });
    expect((await fetchPage()).status).toBe(401);
    const health = platformUrls.health(platform.services.play.url);
    expect((await fetch(health, { headers: bearer(platform.services.play.token) })).status).toBe(401);
  });

  it('refuses a change of bets, or makes it and loses the answer', async () => {
    const { platform, url } = await withFaults({ refuseBets: true });
    const { token, url: gaming } = platform.services.gaming;
    const headers = bearer(token);
    const places = platform.games.map(({ slug }) =>
      platformUrls.bets(gaming, platform.operators[0]?.code ?? '', slug),
    );
    const read = async (address: string) => {
      const answer = await fetch(address, { headers });
      return answer.status === 200 ? platformBetsSchema.parse(await answer.json()) : undefined;
    };
    let place = '';
    let before: PlatformBets | undefined;
    for (const address of places) {
      before = await read(address);
      place = address;
      if (before?.canChangeBets) break;
    }
    const bets = [before?.minFactor ?? 0];
    expect(before?.bets).not.toEqual(bets);
    expect((await send('PUT', place, { bets }, headers)).status).toBe(409);
    expect(await read(place)).toEqual(before);
    await send('POST', url, { refuseBets: false, loseAnswer: true });
    await expect(send('PUT', place, { bets }, headers)).rejects.toThrow();
    expect((await read(place))?.bets).toEqual(bets);
    expect((await send('PUT', place, { bets: [] }, headers)).status).toBe(422);
  });

  it('answers a foreign page, or redirects', async () => {
    const { fetchPage, url } = await withFaults({ foreignHtml: true });
    const page = await fetchPage();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    await send('POST', url, { foreignHtml: false, redirect: true });
    expect((await fetchPage()).status).toBe(302);
  });

  it('never answers while it hangs', async () => {
    const { fetchPage } = await withFaults({ hang: true });
    await expect(fetchPage({ signal: AbortSignal.timeout(150) })).rejects.toThrow('timeout');
  });

  it('takes its time when it is slow', async () => {
    const { fetchPage } = await withFaults({ slowMs: 120 });
    const start = performance.now();
    expect((await fetchPage()).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(115);
  });

  it('breaks the connection after the lines it was told to send', async () => {
    const { fetchPage } = await withFaults({ cutStreamAfter: 20 });
    const answer = await fetchPage();
    const decoder = new TextDecoder();
    let text = '';
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
    })();
    await expect(reading).rejects.toThrow();
    expect(text.trimEnd().split('\n')).toHaveLength(20);
    expect(text).not.toContain('trailer');
  });

  it('leaves out the trailer', async () => {
    const { fetchPage, healthy } = await withFaults({ missingTrailer: true });
    const lines = (await (await fetchPage()).text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(healthy);
  });

  it('mixes malformed lines among all the good ones', async () => {
    const { platform, healthy } = await withFaults({ malformedRows: 25 });
    const page = await readPage(platform, { ...ALL_TIME, limit: 50_000 });
    expect(page.count).toBe(healthy.length + 25);
    expect(page.lines).toHaveLength(healthy.length + 25);
    expect(validLines(page.lines)).toEqual(healthy);
  });

  it('sends sessions twice, backwards, or old states after new ones', async () => {
    const { platform, healthy, url } = await withFaults({ duplicateRows: true });
    const twice = await readAll(platform);
    expect(twice.length).toBe(healthy.length + Math.ceil(healthy.length / 10));
    expect([...new Set(twice.map((one) => JSON.stringify(one)))]).toEqual(
      healthy.map((one) => JSON.stringify(one)),
    );

    await send('POST', url, { duplicateRows: false, outOfOrderRows: true });
    expect(await readAll(platform)).toEqual(healthy.toReversed());

    await send('POST', url, { outOfOrderRows: false, lateRows: true });
    const late = await readAll(platform);
    expect(late.slice(0, healthy.length)).toEqual(healthy);
    const newest = new Map(healthy.map((session) => [session.sessionId, session]));
    expect(late.length).toBeGreaterThan(healthy.length + 20);
    for (const session of late.slice(healthy.length)) {
      expect(session.updatedAt < (newest.get(session.sessionId)?.updatedAt ?? '')).toBe(true);
      expect(platformSessionSchema.safeParse(session).success).toBe(true);
    }
  });

  it('loses, alters and doubles the same sessions in every page, and has the right ones or both in its totals', async () => {
    const { platform, healthy, url } = await withFaults({ loseRows: true });
    const days = { from: '2025-11-01', to: '2026-11-20' };
    const totalsUrl = platformUrls.totals(platform.services.data.url, days);
    const totals = async () => (await getJson(totalsUrl, bearer(platform.bookkeepingToken))).totals;
    const right = await totals();
    const ids = (sessions: readonly PlatformSession[]) => sessions.map(({ sessionId }) => sessionId);

    const kept = await readAll(platform);
    const lost = healthy.filter(({ sessionId }) => !ids(kept).includes(sessionId));
    expect(lost.length).toBeGreaterThan(healthy.length / 10);
    expect(lost.length).toBeLessThan(healthy.length / 3);
    expect(await readAll(platform)).toEqual(kept);

    await send('POST', url, { loseRows: false, alterRows: true });
    const altered = await readAll(platform);
    expect(ids(altered)).toEqual(ids(healthy));
    const changed = altered.filter(({ win }, index) => win !== healthy[index]?.win);
    expect(changed.length).toBeGreaterThan(5);
    expect(altered.map((session, index) => ({ ...session, win: healthy[index]?.win }))).toEqual(healthy);
    expect(await totals()).toEqual(right);

    await send('POST', url, { alterRows: false, doubleRows: true });
    const doubled = await readAll(platform);
    const twice = doubled.filter(({ sessionId }, index) => sessionId === doubled[index - 1]?.sessionId);
    expect(twice.length).toBeGreaterThan(5);
    expect(doubled.length).toBe(healthy.length + twice.length);
    const countOf = (sums: { sessions: number }[]) => sums.reduce((sum, { sessions }) => sum + sessions, 0);
    expect(countOf(await totals()) - countOf(right)).toBe(twice.length);

    await send('DELETE', url);
    expect(await readAll(platform)).toEqual(healthy);
  });

  it('shows changes late, and has them in its totals at once', async () => {
    const { platform, healthy } = await withFaults({ delayRows: 3 * 24 * 60 });
    const shown = await readAll(platform);
    expect(shown.length).toBeLessThan(healthy.length);
    const limit = new Date(Date.parse(TEST_NOW) - 3 * 24 * 3_600_000).toISOString();
    expect(shown).toEqual(healthy.filter(({ updatedAt }) => updatedAt < limit));
  });

  it('contradicts itself about a session it has sent', async () => {
    const { platform, healthy } = await withFaults({ contradictingRows: true });
    const all = await readAll(platform);
    const wrong = all.filter(
      (session) => !healthy.some((good) => JSON.stringify(good) === JSON.stringify(session)),
    );
    expect(wrong).toHaveLength(Math.ceil(healthy.length / 50));
    for (const session of wrong) {
      const good = healthy.find((one) => one.sessionId === session.sessionId);
      expect(session.updatedAt > (good?.updatedAt ?? '')).toBe(true);
      expect(session.userId).not.toBe(good?.userId);
      expect(session.gameSlug).not.toBe(good?.gameSlug);
      expect(session.createdAt).not.toBe(good?.createdAt);
    }
  });

  it('keeps its faults over a restart', async () => {
    const { sandbox } = await withFaults({ malformedRows: 3 });
    await sandbox.close();
    const again = await runSandbox({ dataDir: sandbox.dataDir });
    const faults = await getJson(`${again.url}/p/${KEY}/faults`);
    expect(faults.malformedRows).toBe(3);
  });
});

describe('rows put in by hand', () => {
  const row: PlatformSession = {
    sessionId: 'HAND-1',
    externalSessionId: null,
    externalTicketId: null,
    userId: 'someone',
    operatorCode: 'TORRE',
    gameSlug: 'frostjarl',
    sessionType: 1,
    isOpen: true,
    bet: 1_000,
    win: 300,
    netWin: 525,
    due: 79,
    rounds: 10,
    isMobile: false,
    createdAt: '2026-11-18T23:59:59.999Z',
    updatedAt: '2026-11-19T00:10:00.000Z',
  };

  it('are served like others, replace their earlier state, and count in the totals', async () => {
    const sandbox = await runSandbox();
    const platform = sandbox.platform(KEY);
    const url = `${sandbox.url}/p/${KEY}/sessions`;
    const headers = bearer(platform.bookkeepingToken);
    const generated = await readAll(platform);
    const totalOf = async () => {
      const query = { from: '2026-11-19', to: '2026-11-19' };
      const { totals } = await getJson(platformUrls.totals(platform.services.data.url, query), headers);
      return totals.find((total: { sessionType: number }) => total.sessionType === 1)?.bet ?? 0;
    };
    const before = await totalOf();
    await send('POST', url, { rows: [row, { ...row, sessionId: 'HAND-2', bet: 50 }] });
    await send('POST', url, { rows: [{ ...row, bet: 2_000, updatedAt: '2026-11-19T00:20:00.000Z' }] });
    const all = await readAll(platform, { ...ALL_TIME, limit: 13 });
    expect(all.length).toBe(generated.length + 2);
    expect(all.map((one) => `${one.updatedAt} ${one.sessionId}`)).toEqual(
      all.map((one) => `${one.updatedAt} ${one.sessionId}`).toSorted(),
    );
    expect(all.find((one) => one.sessionId === 'HAND-1')?.bet).toBe(2_000);
    expect(await totalOf()).toBe(before + 2_050);
    const closed = await send(
      'POST',
      platformUrls.closeSession(platform.services.data.url, 'HAND-1'),
      undefined,
      headers,
    );
    expect(closed).toMatchObject({ status: 200, body: { sessionId: 'HAND-1', isOpen: false } });
    expect((await fetch(`${sandbox.url}/p/${KEY}/feed/HAND-1`)).status).toBe(200);
    await send('DELETE', url);
    expect(await readAll(platform)).toEqual(generated);
  });

  it('replace a generated session with the same id', async () => {
    const sandbox = await runSandbox();
    const platform = sandbox.platform(KEY);
    const generated = await readAll(platform);
    const one = generated[50];
    if (!one) throw new Error('too few sessions');
    const changed = { ...one, win: one.win + 77 };
    await send('POST', `${sandbox.url}/p/${KEY}/sessions`, { rows: [changed] });
    const all = await readAll(platform);
    expect(all).toEqual(
      generated.map((session) => (session.sessionId === one.sessionId ? changed : session)),
    );
  });

  it('may be anything, line by line', async () => {
    const sandbox = await runSandbox();
    const platform = sandbox.platform(KEY);
    const lines = ['{"broken', 'null', JSON.stringify({ ...row, bet: '12' })];
    const answer = await fetch(`${sandbox.url}/p/${KEY}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${lines.join('\n')}\n`,
    });
    expect(answer.status).toBe(200);
    const page = await readPage(platform, { ...ALL_TIME, limit: 50_000 });
    for (const line of lines) expect(page.lines).toContain(line);
  });
});
