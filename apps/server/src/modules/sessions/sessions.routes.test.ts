import type { Session, SessionRow } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchHub } from '../../../test/support/fetching/fetch-hub.ts';
import {
  foreign,
  played,
  startPlayedHub,
  times,
  type Who,
} from '../../../test/support/sessions/played-hub.ts';
import { sessionIdOf } from '../session-store/index.ts';

let world: FetchHub;
let tokens: Record<Who, string>;

const idOf = (session: PlatformSession, where: 'alpina' | 'baltica' = 'alpina') =>
  sessionIdOf(world.ids[where], session.sessionId);
const nth = (number: number): PlatformSession => played[number - 1] ?? foreign;
const get = (path: string, who: Who = 'admin') => world.hub.get(path, tokens[who]);
const today = 'from=2026-11-20&to=2026-11-20';
async function list(
  query = '',
  who: Who = 'admin',
): Promise<{ rows: SessionRow[]; count: number; hasMore: boolean }> {
  const { status, body } = await get(`/bookkeeping/sessions/range?${today}${query}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const idsOf = (rows: { sessionId: string }[]) => rows.map((row) => row.sessionId).sort();

beforeAll(async () => {
  ({ world, tokens } = await startPlayedHub());
});
afterAll(() => world?.close());

describe('GET /bookkeeping/sessions/range', () => {
  it('[API-081][ENT-19] answers whole rows, amounts in euro, and the count of all', async () => {
    const { rows, count } = await list('&limit=3&order[bet]=asc&integrationId=1&userId=anna');
    expect(count).toBe(2);
    expect(rows[0]).toEqual({
      id: idOf(nth(1)),
      sessionId: 'S-000000001',
      aamsSessionId: 'M000000001',
      aamsTicketId: 'N000000001',
      userId: 'anna',
      integration: { id: world.ids.alpina, name: 'Alpina' },
      operator: { id: expect.any(Number), name: 'Operator VIVA' },
      operatorId: expect.any(Number),
      game: expect.objectContaining({ id: world.games.sugar, slug: 'sugar_cascade' }),
      isOpen: false,
      bet: 10,
      win: 2.5,
      grossWin: 7.5,
      netWin: 5.6,
      due: 0.75,
      currentRound: 10,
      isMobile: false,
      sessionTypeId: 1,
      createdAt: times.createdAt,
      sessionUpdatedAt: times.updatedAt,
      externalUpdatedAt: times.updatedAt,
      updatedAt: expect.any(String),
    });
  });

  it('[OPEN-83] stands by last update, newest first, and pages without a gap or a double, by number and by cursor', async () => {
    const all = await list('&integrationId=1');
    expect(all.rows.slice(0, 3).map((row) => row.sessionId)).toEqual([6, 5, 4].map((n) => nth(n).sessionId));
    const byNumber: SessionRow[] = [];
    for (const page of [1, 2, 3])
      byNumber.push(...(await list(`&integrationId=1&limit=2&page=${page}`)).rows);
    expect(byNumber).toEqual(all.rows);
    const byCursor: SessionRow[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { rows } = await list(`&integrationId=1&limit=2${cursor}`);
      byCursor.push(...rows);
      const last = rows.at(-1);
      cursor = `&nextItem[externalUpdatedAt]=${last?.externalUpdatedAt}&nextItem[id]=${last?.id}`;
    }
    expect(byCursor).toEqual(all.rows);
  });

  it('[LIST-03][LIST-10][LIST-12] filters by state, rounds, type, game and player', async () => {
    expect(idsOf((await list('&isOpen=true')).rows)).toEqual(idsOf([nth(4), nth(5), nth(6)]));
    expect((await list('&isOpen=false&sessionTypeId=1')).count).toBe(3);
    expect((await list('')).count).toBe(7);
    expect(await list('&nonZeroRounds=true')).toMatchObject({ count: 6, withoutRounds: 1 });
    expect(await list('')).not.toHaveProperty('withoutRounds');
    expect(idsOf((await list('&sessionTypeId=4')).rows)).toEqual([nth(3).sessionId]);
    expect(idsOf((await list(`&gameIds=${world.games.comet}`)).rows)).toEqual([nth(3).sessionId]);
    expect((await list('&userId=anna')).count).toBe(3);
    expect((await list('&betRange=10,20&userId=anna&integrationId=1')).count).toBe(2);
    expect(idsOf((await list('&grossWinRange=-30,-10&userId=anna')).rows)).toEqual([nth(2).sessionId]);
  });

  it('[API-081] answers rows alone, and the count alone, where they are asked for apart', async () => {
    const ranges = '&betRange=10,20&userId=anna&integrationId=1';
    const { rows } = await list(ranges);
    expect(rows).toHaveLength(2);
    expect(await list(`${ranges}&counted=false`)).toEqual({ rows, hasMore: false });
    // The first of two, counted and uncounted, and the last one.
    const more = async (query: string) => (await list(`${ranges}${query}`)).hasMore;
    expect([await more('&limit=1'), await more('&limit=1&counted=false')]).toEqual([true, true]);
    expect([await more('&limit=1&page=2'), await more('&limit=2')]).toEqual([false, false]);
    const count = async (query: string, who: Who = 'admin') =>
      (await get(`/bookkeeping/sessions/count?${today}${query}`, who)).body;
    expect(await count(ranges)).toEqual({ count: 2 });
    expect(await count('&nonZeroRounds=true&betRange=0,')).toEqual({ count: 6, withoutRounds: 1 });
    expect(await count('&betRange=10,20', 'balticaAdmin')).toEqual({ count: 0 });
    expect(await count(`&integrationId=${world.ids.baltica}`, 'alpinaManager')).toEqual({ count: 0 });
    const refused = await get(`/bookkeeping/sessions/count?${today}&betRange=20,10`);
    expect(refused.status).toBe(422);
  });

  it('[API-081] answers what all sessions of the list add up to, real and fun apart, to each what they may see', async () => {
    const totals = async (query: string, who: Who = 'admin') =>
      (await get(`/bookkeeping/sessions/totals?${today}${query}`, who)).body;
    const anna = await totals('&userId=anna&integrationId=1');
    expect(anna.grandTotals).toMatchObject({
      bet: 30,
      win: 42.5,
      grosswin: -12.5,
      netwin: -9.4,
      due: -1.25,
      sessionsTotal: 2,
      sessionsOpen: 0,
      rounds: 10,
      usersCount: 1,
    });
    expect(anna.byType.real).toEqual(anna.grandTotals);
    expect(anna.byType.fun).toMatchObject({ bet: 0, sessionsTotal: 0, rtp: null });
    const all = await totals('&nonZeroRounds=true');
    expect([all.grandTotals, all.byType.real, all.byType.fun].map((one) => one.sessionsTotal)).toEqual([
      6, 5, 1,
    ]);
    expect((await totals('&nonZeroRounds=true&betRange=0,')).grandTotals).toEqual(all.grandTotals);
    for (const who of ['manager', 'alpinaManager'] as const) {
      const shown = (await totals('', who)).grandTotals;
      expect(shown).not.toHaveProperty('due');
      expect(shown).not.toHaveProperty('netwin');
    }
    expect((await totals(`&integrationId=${world.ids.baltica}`, 'alpinaManager')).grandTotals.bet).toBe(0);
    expect((await totals('', 'balticaAdmin')).grandTotals.bet).toBe(99);
    const refused = await get(`/bookkeeping/sessions/totals?${today}&betRange=20,10`);
    expect(refused.status).toBe(422);
  });

  it('[ROLE-16][OPEN-02] shows users of an integration their own rows, whatever they filter by', async () => {
    for (const query of [
      '',
      `&integrationId=${world.ids.alpina},${world.ids.baltica}`,
      '&userId=anna&sessionTypeId=1&nonZeroRounds=false',
    ]) {
      const { rows } = await list(query, 'alpinaManager');
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map((row) => row.integration.name))).toEqual(new Set(['Alpina']));
    }
    for (const query of [
      `&integrationId=${world.ids.baltica}`,
      `&filter[integrationId]=${world.ids.baltica}`,
      `&integrationId=${world.ids.alpina}&filter[integrationId]=${world.ids.baltica}`,
      '&betRange=99,99',
    ]) {
      expect(await list(query, 'alpinaManager')).toEqual({ rows: [], count: 0, hasMore: false });
    }
    expect(idsOf((await list('', 'balticaAdmin')).rows)).toEqual(['B-1']);
  });

  it('[OPEN-81] no order and no cursor tells of due to those who may not see it', async () => {
    const cursor = `&nextItem[due]=0.5&nextItem[id]=${idOf(nth(1))}`;
    for (const path of ['/bookkeeping/sessions/range', '/range-mail']) {
      for (const who of ['manager', 'alpinaManager'] as const) {
        const { status } = await get(`${path}?${today}&emails=a@b.it&order[due]=asc${cursor}`, who);
        expect(status, `${path} ${who}`).toBe(403);
      }
    }
    const dues = (await list('&order[due]=asc', 'alpinaAdmin')).rows.map(({ due }) => due ?? Number.NaN);
    expect(dues).toEqual(dues.toSorted((a, b) => a - b));
    expect(dues).toContain(-2);
  });

  it('[OPEN-81] due leaves the server for ludus_admin and integration_admin alone', async () => {
    for (const who of ['admin', 'alpinaAdmin'] as const) {
      for (const row of (await list('', who)).rows) expect(row).toHaveProperty('due');
    }
    for (const who of ['manager', 'alpinaManager'] as const) {
      for (const row of (await list('', who)).rows) expect(row).not.toHaveProperty('due');
      for (const row of (await list('', who)).rows) expect(row).toHaveProperty('netWin');
    }
  });

  it.each([
    ['[LIST-20][ERR-082]', 'betRange=5,1', 'betRange', 'Invalid Bet range'],
    ['[LIST-21][OPEN-80]', 'winRange=5,1', 'winRange', 'Invalid Win range'],
    ['[LIST-22][ERR-083]', 'grossWinRange=5,1', 'grossWinRange', 'Invalid Gross Win range'],
    ['[LIST-22][ERR-083]', 'grossWinRange=,', 'grossWinRange', 'Invalid Gross Win range'],
  ])('%s %s is refused in the words of the documents', async (_rows, query, field, message) => {
    const { status, body } = await get(`/bookkeeping/sessions/range?${today}&${query}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ message, fields: { [field]: message } });
  });

  const misfits = ['limit=501', 'page=0', 'order[no]=asc', 'order[bet]=up', 'nextItem[id]=x', 'surprise=1'];
  it.each([
    ...['from=2026-11-21&to=2026-11-20', 'from=yesterday&to=2026-11-20', 'to=2026-11-20'],
    ...misfits.map((query) => `${today}&${query}`),
  ])('%s is refused with 422', async (query) => {
    const { status, body } = await get(`/bookkeeping/sessions/range?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.fields).length).toBeGreaterThan(0);
  });
});

describe('GET /bookkeeping/session/search', () => {
  const search = async (
    relatedId: string,
    searchType = 'sessionId',
    who: Who = 'admin',
  ): Promise<SessionRow[]> =>
    (await get(`/bookkeeping/session/search?relatedId=${relatedId}&searchType=${searchType}`, who)).body;

  it('[API-078][SRCH-02] finds a session by ticket, external session, platform session and hub id', async () => {
    const session = nth(1);
    for (const id of [
      session.externalTicketId,
      session.externalSessionId,
      session.sessionId,
      idOf(session),
    ]) {
      expect(idsOf(await search(id ?? ''))).toEqual([session.sessionId]);
    }
  });

  it('[SRCH-01][SRCH-08] finds all sessions of a user id, newest update first', async () => {
    expect(idsOf(await search('anna', 'userId'))).toEqual(idsOf([nth(1), nth(2), foreign]));
    const updates = (await search('anna', 'userId')).map((row) => row.externalUpdatedAt);
    expect(updates).toEqual([...updates].sort().reverse());
  });

  it('[OPEN-02] finds nothing of another integration, by any id', async () => {
    for (const [id, type] of [
      ['B-1', 'sessionId'],
      [idOf(foreign, 'baltica'), 'sessionId'],
    ] as const) {
      expect(await search(id, type)).toHaveLength(1);
      expect(await search(id, type, 'alpinaAdmin')).toEqual([]);
    }
    expect(idsOf(await search('anna', 'userId', 'alpinaAdmin'))).toEqual(idsOf([nth(1), nth(2)]));
  });

  it('[ERR-078] answers an empty list where there is nothing, and 422 without anything to look for', async () => {
    expect(await search('nothing-like-it')).toEqual([]);
    for (const query of [
      'relatedId=%20&searchType=sessionId',
      'relatedId=x&searchType=ticket',
      'relatedId=x',
    ]) {
      expect((await get(`/bookkeeping/session/search?${query}`)).status).toBe(422);
    }
  });

  it('[ROLE-14] due, which the box would show, is there for ludus_admin alone', async () => {
    expect((await search('S-000000001'))[0]).toHaveProperty('due', 0.75);
    expect((await search('S-000000001', 'sessionId', 'alpinaAdmin'))[0]).not.toHaveProperty('due');
  });
});

describe('GET /bookkeeping/session/:id', () => {
  const box = async (session: PlatformSession, who: Who = 'admin'): Promise<Session> =>
    (await get(`/bookkeeping/session/${idOf(session)}`, who)).body;

  it('[ENT-19][BOX-02][API-074] has the integration with its services, operators, games and platforms', async () => {
    expect((await box(nth(1))).integration).toMatchObject({
      name: 'Alpina',
      gamingServiceUrl: world.alpina.url,
      dataServiceURL: world.alpina.url,
      operators: [expect.objectContaining({ code: 'VIVA' })],
      games: [],
      platforms: [],
    });
  });

  it('[ROLE-14] due is there for ludus_admin alone', async () => {
    expect(await box(nth(1))).toHaveProperty('due', 0.75);
    for (const who of ['manager', 'alpinaAdmin', 'alpinaManager'] as const) {
      expect(await box(nth(1), who)).not.toHaveProperty('due');
    }
  });

  it('[BOX-07][BOX-08][OPEN-95] says what the caller may do now, and why not', async () => {
    const can = { refresh: true, report: true };
    expect(await box(nth(1))).toMatchObject({ can: { ...can, close: false }, closeRefusal: 'closed' });
    expect(await box(nth(4))).toMatchObject({ can: { ...can, close: true }, closeRefusal: null });
    expect(await box(nth(5))).toMatchObject({ can: { ...can, close: false }, closeRefusal: 'recent' });
    expect((await box(nth(4), 'alpinaManager')).can).toEqual({ refresh: true, close: true, report: false });
  });

  it("[OPEN-02] another integration's session is not found, just as one that does not exist", async () => {
    for (const id of [idOf(foreign, 'baltica'), '00000000-0000-8000-8000-000000000000']) {
      const { status, body } = await get(`/bookkeeping/session/${id}`, 'alpinaAdmin');
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'not_found', message: 'Session not found' });
    }
  });
});

describe('GET /bookkeeping/session/:id/platform', () => {
  const compare = (id: string, who: Who = 'alpinaManager') => get(`/bookkeeping/session/${id}/platform`, who);

  it('tells where the platform has other figures, and stores nothing', async () => {
    const same = await compare(idOf(nth(1)));
    expect(same.status).toBe(200);
    expect(same.body).toEqual({
      differs: false,
      isOpen: false,
      bet: 10,
      win: 2.5,
      currentRound: 10,
      externalUpdatedAt: times.updatedAt,
    });
    for (const change of [{ bet: 1_100 }, { win: 300 }, { rounds: 11 }, { isOpen: true }]) {
      world.alpina.put({ ...nth(1), ...change, updatedAt: '2026-11-20T11:00:00.000Z' });
      expect((await compare(idOf(nth(1)))).body.differs, JSON.stringify(change)).toBe(true);
    }
    expect((await get(`/bookkeeping/session/${idOf(nth(1))}`)).body).toMatchObject({
      bet: 10,
      isOpen: false,
    });
    world.alpina.put(nth(1));
  });

  it('answers 502 when the platform does not, and 404 for a session of another integration', async () => {
    world.alpina.token = 'changed';
    const refused = await compare(idOf(nth(1)));
    world.alpina.token = 'good-token';
    expect([refused.status, refused.body.code]).toEqual([502, 'upstream']);
    expect((await compare(idOf(foreign, 'baltica'))).status).toBe(404);
    expect((await compare('none')).status).toBe(404);
    expect((await get(`/bookkeeping/session/${idOf(nth(1))}/platform?live=1`)).status).toBe(422);
    expect((await compare(idOf(nth(1)), 'guest')).status).toBe(403);
    expect((await world.hub.get(`/bookkeeping/session/${idOf(nth(1))}/platform`)).status).toBe(401);
  });
});

describe('GET /bookkeeping/sessions/update/:id', () => {
  it('[API-077][BOX-10] asks the platform, stores its answer and gives it back with lowercase names', async () => {
    world.alpina.put({ ...nth(2), bet: 2_500, updatedAt: '2026-11-20T11:58:00.000Z' });
    const { status, body } = await get(`/bookkeeping/sessions/update/${idOf(nth(2))}`, 'alpinaManager');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      bet: 25,
      grosswin: -15,
      netwin: -15,
      externalUpdatedAt: '2026-11-20T11:58:00.000Z',
    });
    expect(body).not.toHaveProperty('grossWin');
    expect((await get(`/bookkeeping/session/${idOf(nth(2))}`)).body.bet).toBe(25);
    expect(world.events.at(-1)).toEqual([
      { name: 'changed', data: { topic: 'sessions', id: idOf(nth(2)) } },
      { providers: true, integration: world.ids.alpina },
    ]);
  });

  it('[ERR-077] a platform that refuses or sends nonsense is answered with 502 and the text of the documents', async () => {
    const path = `/bookkeeping/sessions/update/${idOf(nth(1))}`;
    world.alpina.put({ ...nth(1), userId: 'someone-else', updatedAt: '2026-11-20T11:59:00.000Z' });
    const contradicted = await get(path);
    world.alpina.sessions.delete(nth(1).sessionId);
    const unknown = await get(path);
    world.alpina.put(nth(1));
    world.alpina.token = 'changed';
    const refused = await get(path);
    world.alpina.token = 'good-token';
    for (const { status, body } of [contradicted, unknown, refused]) {
      expect(status).toBe(502);
      expect(body).toMatchObject({
        code: 'upstream',
        message: 'Error in updating session data. Please try again later.',
      });
    }
    expect((await get(`/bookkeeping/session/${idOf(nth(1))}`)).body.userId).toBe('anna');
  });

  it("[OPEN-02] another integration's session is not found, and its platform is not asked", async () => {
    expect(
      (await get(`/bookkeeping/sessions/update/${idOf(foreign, 'baltica')}`, 'alpinaAdmin')).status,
    ).toBe(404);
  });
});

describe('GET /bookkeeping/session/search?searchType=userId', () => {
  it('[API-078] comes in pages, newest update first', async () => {
    const page = async (query: string) =>
      (await get(`/bookkeeping/session/search?relatedId=anna&searchType=userId${query}`)).body;
    const all = await page('');
    expect(all).toHaveLength(3);
    expect(await page('&limit=2')).toEqual(all.slice(0, 2));
    expect(await page('&limit=2&page=2')).toEqual(all.slice(2));
    for (const bad of ['&limit=501', '&limit=0', '&page=0'])
      expect((await get(`/bookkeeping/session/search?relatedId=anna&searchType=userId${bad}`)).status).toBe(
        422,
      );
  });
});

describe('POST /bookkeeping/session/:id/close', () => {
  const close = (session: PlatformSession, who: Who = 'admin', where: 'alpina' | 'baltica' = 'alpina') =>
    world.hub.call('POST', `/bookkeeping/session/${idOf(session, where)}/close`, { token: tokens[who] });

  it('[OPEN-95] is refused with 409 when closed, within ten minutes, and at exactly ten minutes', async () => {
    for (const session of [nth(1), nth(5), nth(6)]) {
      const { status, body } = await close(session);
      expect(status).toBe(409);
      expect(body.code).toBe('conflict');
    }
    expect(world.alpina.sessions.get(nth(5).sessionId)?.isOpen).toBe(true);
  });

  it('[ERR-074] a platform that fails is answered with 502 and the text of the documents', async () => {
    world.alpina.closeStatus = 500;
    const { status, body } = await close(nth(4));
    world.alpina.closeStatus = 200;
    expect(status).toBe(502);
    expect(body).toMatchObject({
      code: 'upstream',
      message: 'Error closing session. Please try again later or contact the support.',
    });
  });

  it('[OPEN-95] a session that the platform does not let go is refreshed, and refused with 409', async () => {
    world.alpina.put({ ...nth(4), rounds: 77, updatedAt: '2026-11-20T11:10:00.000Z' });
    world.alpina.closeStatus = 409;
    const { status } = await close(nth(4));
    world.alpina.closeStatus = 200;
    expect(status).toBe(409);
    expect((await get(`/bookkeeping/session/${idOf(nth(4))}`)).body.currentRound).toBe(77);
  });

  it("[OPEN-02] another integration's session is not found", async () => {
    expect((await close(foreign, 'alpinaAdmin', 'baltica')).status).toBe(404);
  });

  it('[API-076][BOX-08][BOX-09][OPEN-94] closes at the platform and answers the closed session', async () => {
    const { status, body } = await close(nth(4), 'alpinaManager');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ isOpen: false, closeRefusal: 'closed', can: { close: false } });
    expect(world.alpina.sessions.get(nth(4).sessionId)?.isOpen).toBe(false);
    expect((await list('&isOpen=true')).count).toBe(2);
    expect((await close(nth(4))).status).toBe(409);
  });

  it('writes one entry to the log when the platform has closed the session, and none before', async () => {
    const entries = await world.hub.stores.postgres.db
      .selectFrom('logs')
      .innerJoin('log_types', 'log_types.id', 'logs.log_type_id')
      .select([
        'log_types.id',
        'log_types.name',
        'action',
        'description',
        'username',
        'related_id',
        'updates',
      ])
      .select('related_object')
      .where('log_types.name', '=', 'sessions')
      .execute();
    const { sessionId } = nth(4);
    expect(entries).toEqual([
      {
        id: 10,
        name: 'sessions',
        action: 'close',
        description: expect.stringContaining(`Closed the session ${sessionId} of `),
        username: 'integration_manager',
        related_id: idOf(nth(4)),
        updates: { isOpen: { old: true, new: false } },
        related_object: expect.objectContaining({ name: sessionId, integration: 'Alpina' }),
      },
    ]);
  });
});

describe('GET /transactions/feed/:sessionId', () => {
  it('[API-075][BOX-06][OPEN-48] answers the address for the id of the hub and of the platform', async () => {
    for (const id of [idOf(nth(1)), nth(1).sessionId]) {
      const { status, body } = await get(`/transactions/feed/${id}?link=true`, 'alpinaManager');
      expect(status).toBe(200);
      expect(body).toEqual({ url: world.alpina.feedUrl });
    }
  });

  it.each(['javascript:alert(1)', 'https://elsewhere.example/feed', 'http://user:pw@127.0.0.1/feed'])(
    '[ERR-071] %s is no address of the platform and is not handed on',
    async (address) => {
      const own = world.alpina.feedUrl;
      world.alpina.feedUrl = address;
      const { status, body } = await get(`/transactions/feed/${idOf(nth(1))}`);
      world.alpina.feedUrl = own;
      expect(status).toBe(502);
      expect(body.message).toBe('Something wrong happened loading the session feed');
    },
  );

  it("[OPEN-02] another integration's session is not found by either id", async () => {
    for (const id of ['B-1', idOf(foreign, 'baltica'), 'nothing']) {
      expect((await get(`/transactions/feed/${id}`, 'alpinaAdmin')).status).toBe(404);
    }
  });
});

describe('who may do what', () => {
  it.each([
    ['GET', `/bookkeeping/sessions/range?${today}`],
    ['GET', `/bookkeeping/sessions/count?${today}`],
    ['GET', `/bookkeeping/sessions/totals?${today}`],
    ['GET', '/bookkeeping/session/search?relatedId=x&searchType=userId'],
    ['GET', '/bookkeeping/session/00000000-0000-8000-8000-000000000000'],
    ['GET', '/bookkeeping/sessions/update/00000000-0000-8000-8000-000000000000'],
    ['POST', '/bookkeeping/session/00000000-0000-8000-8000-000000000000/close'],
    ['GET', '/transactions/feed/x'],
    ['GET', `/range-mail?${today}&emails=a@b.it`],
  ])('%s %s needs a token, and is closed to guests', async (method, path) => {
    expect((await world.hub.call(method, path)).status).toBe(401);
    expect((await world.hub.call(method, path, { token: tokens.guest })).status).toBe(403);
  });
});
