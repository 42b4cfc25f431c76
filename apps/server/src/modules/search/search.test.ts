import type { Role, SearchResults } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addIntegration, addOperator, linkGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { type TokenOptions, tokenFor } from '../../../test/tokens.ts';
import { composeHub } from '../../app.modules.ts';
import { type IngestRow, type SessionStore, sessionIdOf } from '../session-store/index.ts';

let hub: TestHub;
const ids = { alpina: 0, baltica: 0 };
const createdAtMs = Date.parse('2026-11-20T08:00:00Z');

const search = async (q: string, role: Role | null = 'ludus_admin', options: TokenOptions = {}) => {
  const { status, body } = await hub.get(
    `/search?q=${encodeURIComponent(q)}`,
    await tokenFor(role, { userId: `caller-${role}`, username: `caller-${role}`, ...options }),
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SearchResults;
};
const inBaltica = { integration: 'Baltica', userId: 'b-admin', username: 'b-admin' };

/** What was found, by kind, in words. */
function summary({ sessions, userSessions, tickets, integrations, operators, people }: SearchResults) {
  const all = {
    sessions: sessions.rows.map(({ sessionId }) => sessionId),
    userSessions: userSessions.rows.map(({ sessionId }) => sessionId),
    tickets: tickets.rows.map(({ title }) => title),
    integrations: integrations.rows.map(({ name }) => name),
    operators: operators.rows.map(({ name }) => name),
    people: people.rows.map(({ username }) => username),
  };
  return Object.fromEntries(Object.entries(all).filter(([, rows]) => rows.length > 0));
}

beforeAll(async () => {
  let sessionStore: SessionStore | undefined;
  hub = await startTestHub({
    role: 'api',
    compose: (infra, parts) => {
      const composed = composeHub(infra, parts);
      sessionStore = composed.services.sessionStore;
      return { ...composed, identity: testIdentity };
    },
  });
  const { db } = hub.stores.postgres;
  ids.alpina = (await addIntegration(db, 'Alpina')).id;
  ids.baltica = (await addIntegration(db, 'Baltica')).id;
  await addIntegration(db, 'Alpina old', { is_active: false });
  const game = await addGame(db, 'sugar_cascade');
  const operators = {
    alpina: (await addOperator(db, ids.alpina, 'VETTA')).id,
    baltica: (await addOperator(db, ids.baltica, 'VETTORE')).id,
  };
  for (const id of [ids.alpina, ids.baltica]) await linkGame(db, id, game);
  const row = (sessionId: string, operatorId: number, userId = 'vg_7'): IngestRow => ({
    sessionId,
    externalSessionId: `M-${sessionId}`,
    externalTicketId: `N-${sessionId}`,
    userId,
    operatorId,
    gameId: game,
    sessionType: 1,
    isOpen: false,
    isMobile: false,
    bet: 100,
    win: 50,
    netWin: 30,
    due: 5,
    rounds: 1,
    createdAtMs,
    updatedAtMs: createdAtMs + Number(sessionId.slice(2)) * 1000,
  });
  const alpinaRows = Array.from({ length: 7 }, (_unused, index) => row(`A-${index + 1}`, operators.alpina));
  await sessionStore?.ingest(ids.alpina, alpinaRows);
  await sessionStore?.ingest(ids.baltica, [
    row('B-1', operators.baltica),
    row('B-2', operators.baltica, '8'),
  ]);
  const person = { created_at: new Date(), last_seen_at: null, language: null, integration_id: null };
  await db
    .insertInto('users')
    .values([
      {
        ...person,
        subject: 's-rosa',
        username: 'rosa',
        email: 'rosa@ludus.test',
        roles: ['ludus_admin'],
        integration_name: null,
      },
      {
        ...person,
        subject: 's-ross',
        username: 'ross',
        email: 'r@alpina.test',
        roles: ['integration_guest'],
        integration_name: 'Alpina',
      },
      {
        ...person,
        subject: 's-rosy',
        username: 'rosy',
        email: 'r@baltica.test',
        roles: ['integration_admin'],
        integration_name: 'Baltica',
      },
    ])
    .execute();
  const ticket = (title: string, sessionId?: string, options: TokenOptions = {}) =>
    tokenFor('integration_admin', { userId: 'author', ...options }).then((token) =>
      hub.call('POST', '/tickets', {
        token,
        body: { title, description: '<p>Text</p>', ...(sessionId === undefined ? {} : { sessionId }) },
      }),
    );
  await ticket('Reels stand still', sessionIdOf(ids.alpina, 'A-1'));
  await ticket('Reels 100% broken', undefined, inBaltica);
}, 60_000);
afterAll(() => hub?.close());

describe('GET /search', () => {
  it('finds a session by each of its ids, with its tickets', async () => {
    for (const id of ['A-1', 'M-A-1', 'N-A-1', 'n-a-1', sessionIdOf(ids.alpina, 'A-1').toUpperCase()]) {
      expect((await search(id)).sessions, id).toMatchObject({
        rows: [{ sessionId: 'A-1', integration: { name: 'Alpina' }, game: { name: 'sugar cascade' } }],
        hasMore: false,
      });
    }
    for (const id of ['A-1', 'M-A-1', 'N-A-1', 'n-a-1'])
      expect(summary(await search(id))).toEqual({ sessions: ['A-1'], tickets: ['Reels stand still'] });
    expect(summary(await search(sessionIdOf(ids.alpina, 'A-1')))).toEqual({
      sessions: ['A-1'],
      tickets: ['Reels stand still'],
    });
  });

  it('finds the newest sessions of a player, and says that there are more', async () => {
    const { userSessions } = await search('vg_7', 'integration_manager');
    expect(userSessions.rows.map(({ sessionId }) => sessionId)).toEqual(['A-7', 'A-6', 'A-5', 'A-4', 'A-3']);
    expect(userSessions.hasMore).toBe(true);
    expect(userSessions.rows[0]).not.toHaveProperty('due');
  });

  it('finds tickets by number and title, people by name and address, integrations and operators by name', async () => {
    const [ticket] = (await search('stand reels')).tickets.rows;
    expect(ticket).toEqual({
      id: expect.any(Number),
      title: 'Reels stand still',
      status: 'open',
      integration: { id: ids.alpina, name: 'Alpina' },
      createdAt: expect.any(String),
    });
    for (const q of [`${ticket?.id}`, `#${ticket?.id}`]) {
      expect((await search(q)).tickets.rows[0]?.title, q).toBe('Reels stand still');
    }
    expect(summary(await search('100%'))).toEqual({ tickets: ['Reels 100% broken'] });
    expect(summary(await search('ros'))).toEqual({ people: ['rosa', 'ross', 'rosy'] });
    expect((await search('r@baltica.test')).people.rows).toEqual([
      {
        id: expect.any(Number),
        userId: 's-rosy',
        username: 'rosy',
        email: 'r@baltica.test',
        role: 'integration_admin',
        integration: 'Baltica',
      },
    ]);
    expect(summary(await search('alpin'))).toMatchObject({ integrations: ['Alpina'] });
    expect(summary(await search('VETT'))).toEqual({ operators: ['Operator VETTA', 'Operator VETTORE'] });
    expect(summary(await search('nothing has this'))).toEqual({});
  });

  it.each<[Role, object]>([
    ['ludus_admin', { integrations: ['Alpina'], people: ['ross'], operators: ['Operator VETTA'] }],
    ['ludus_manager', { integrations: ['Alpina'], operators: ['Operator VETTA'] }],
    ['integration_admin', { people: ['ross'], operators: ['Operator VETTA'] }],
    ['integration_manager', { operators: ['Operator VETTA'] }],
    ['integration_guest', {}],
  ])('shows %s only what their screens show', async (role, expected) => {
    const found = {
      ...summary(await search('Alpina', role)),
      ...summary(await search('ross', role)),
      ...summary(await search('VETTA', role)),
    };
    // The callers themselves are people of Alpina, too.
    expect(found).toMatchObject(expected);
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    const canReadTickets = role === 'ludus_admin' || role === 'integration_admin';
    expect(summary(await search('stand still', role))).toEqual(
      canReadTickets ? { tickets: ['Reels stand still'] } : {},
    );
    const canReadSessions = role !== 'integration_guest';
    expect(summary(await search('A-2', role))).toEqual(canReadSessions ? { sessions: ['A-2'] } : {});
  });

  it('never finds anything of another integration, by any id', async () => {
    const foreign = [
      'B-1',
      'M-B-1',
      'N-B-1',
      sessionIdOf(ids.baltica, 'B-1'),
      '8',
      'VETTORE',
      '100%',
      'rosy',
      'rosa',
    ];
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      for (const q of foreign) expect(summary(await search(q, role)), `${role} ${q}`).toEqual({});
    }
    expect((await search('vg_7', 'integration_admin', inBaltica)).userSessions).toMatchObject({
      rows: [{ sessionId: 'B-1' }],
      hasMore: false,
    });
    const ticket = (await search('100%')).tickets.rows[0];
    expect(summary(await search(`#${ticket?.id}`, 'integration_admin'))).toEqual({});
    const nowhere = { integration: 'Nowhere' };
    for (const q of ['A-1', 'B-1', 'vg_7', 'VETT', 'stand', 'ros']) {
      expect(summary(await search(q, 'integration_admin', nowhere)), q).toEqual({});
    }
  });

  it('refuses bad input, callers without a token and people without a role', async () => {
    const admin = await tokenFor('ludus_admin');
    for (const query of ['', '?q=', '?q=%20%20', `?q=${'x'.repeat(121)}`, '?q=a&limit=3', '?q=a&q=b']) {
      expect((await hub.get(`/search${query}`, admin)).status, query).toBe(422);
    }
    expect((await hub.get('/search?q=A-1')).status).toBe(401);
    expect((await hub.get('/search?q=A-1', await tokenFor(null))).status).toBe(403);
  });
});
