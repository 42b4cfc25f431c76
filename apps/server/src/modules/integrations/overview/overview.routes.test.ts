import { integrationEndpoints, type Role, systemEndpoints } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf, addGame, addIntegration, addOperator, linkGame } from '../../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../../test/hub.ts';
import { tokenFor } from '../../../../test/tokens.ts';
import type { ActorIntegration } from '../../../infra/access/index.ts';
import { createIntegrationsModule, type IntegrationsModule } from '../index.ts';

let hub: TestHub;
let integrations: IntegrationsModule;
let alpina: ActorIntegration;
let baltica: ActorIntegration;
let fetching = false;
const reads = new Map<number, Date>();
const token = {} as Record<Role | 'baltica' | 'nowhere', string>;

beforeAll(async () => {
  hub = await startTestHub({
    // It serves and does not work: the checks of every minute must not come between the tests.
    role: 'api',
    settings: { encryptionKey: 'ab'.repeat(32), fetchIntervalMinutes: 10 },
    compose: (infra, { changes, operatorApi }) => {
      integrations = createIntegrationsModule(infra, {
        changes,
        operatorApi,
        isFetching: async () => fetching,
        listReads: async () => reads,
      });
      return {
        modules: [integrations],
        contract: [...systemEndpoints, ...integrationEndpoints],
        integrations: integrations.referenceData,
        identity: testIdentity,
      };
    },
  });
  const { db } = hub.stores.postgres;
  alpina = await addIntegration(db, 'Alpina');
  baltica = await addIntegration(db, 'Baltica', { version: 'GAI-INTERNATIONAL' });
  await addIntegration(db, 'Dormant', { is_active: false });
  await addOperator(db, alpina.id, 'CIMA', 'Monti');
  await addOperator(db, baltica.id, 'PORT');
  const shared = await addGame(db, 'shared');
  const dev = await addGame(db, 'in_dev', { is_dev: true });
  for (const { id } of [alpina, baltica]) await linkGame(db, id, shared);
  await linkGame(db, alpina.id, dev, 'visible');
  for (const role of ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_manager'] as const) {
    token[role] = await tokenFor(role);
  }
  token.integration_guest = await tokenFor('integration_guest', { integration: ' ALPINA ' });
  token.baltica = await tokenFor('integration_admin', { integration: 'Baltica', userId: 'user-b' });
  token.nowhere = await tokenFor('integration_admin', { integration: 'Nowhere', userId: 'user-n' });
});
afterAll(() => hub?.close());

const names = ({ body }: { body: { rows: { name: string }[] } }) => body.rows.map(({ name }) => name);

describe('GET /integrations', () => {
  it('[API-031][ROLE-16][ENT-11] gives staff of the provider every active integration, with all parts', async () => {
    for (const role of ['ludus_admin', 'ludus_manager'] as const) {
      const reply = await hub.get('/integrations', token[role]);
      expect([reply.status, names(reply)]).toEqual([200, ['Alpina', 'Baltica']]);
      expect(reply.body.rows[0]).toMatchObject({
        externalIdentifier: 'platform-alpina',
        operators: [{ code: 'CIMA' }],
        platforms: [{ name: 'Monti' }],
        games: [{ slug: 'in_dev', isDev: true }, { slug: 'shared' }],
      });
    }
  });

  it('[ROLE-09][ROLE-16][OPEN-02] gives people of an integration their own alone, whatever they ask', async () => {
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      for (const query of ['', '?active=null', '?active=0', '?with=games']) {
        const reply = await hub.get(`/integrations${query}`, token[role]);
        expect(reply.status).toBe(200);
        expect(JSON.stringify(reply.body)).not.toMatch(/Baltica|PORT|Dormant/);
      }
    }
    expect(names(await hub.get('/integrations', token.integration_guest))).toEqual(['Alpina']);
    expect(names(await hub.get('/integrations', token.baltica))).toEqual(['Baltica']);
  });

  it('[ROLE-17][OPEN-26] offers people of an integration finished catalogue games alone', async () => {
    const { body } = await hub.get('/integrations?with=games', token.integration_admin);
    expect(body.rows[0].games.map(({ slug }: { slug: string }) => slug)).toEqual(['shared']);
  });

  it('[API-032][API-033][API-035] carries the named parts, and the active or inactive ones', async () => {
    const games = await hub.get('/integrations?with=games&active=1', token.ludus_admin);
    expect(Object.keys(games.body.rows[0])).not.toContain('operators');
    expect(games.body.rows[0].games[0].integration_games).toEqual({
      is_active: null,
      is_requested: null,
    });
    const both = await hub.get('/integrations?with=games&active=1&with=operators', token.ludus_admin);
    expect(Object.keys(both.body.rows[0])).toEqual(expect.arrayContaining(['games', 'operators']));
    expect(names(await hub.get('/integrations?active=0', token.ludus_admin))).toEqual(['Dormant']);
    expect(names(await hub.get('/integrations?active=null', token.ludus_admin))).toHaveLength(3);
  });

  it('[CONST-07][OPEN-65] answers every row, however many there are', async () => {
    const { db } = hub.stores.postgres;
    const made = [];
    for (let i = 0; i < 60; i++) made.push(await addIntegration(db, `Many${i}`));
    await expect
      .poll(async () => (await hub.get('/integrations?with=games', token.ludus_admin)).body.rows.length)
      .toBe(62);
    const ids = made.map(({ id }) => id);
    await db.deleteFrom('integrations').where('id', 'in', ids).execute();
    await expect.poll(async () => names(await hub.get('/integrations', token.ludus_admin))).toHaveLength(2);
  });

  it('[OPEN-49] never carries an address or a token of a service', async () => {
    const { body } = await hub.get('/integrations', token.ludus_admin);
    expect(JSON.stringify(body)).not.toMatch(/invalid|token|url/i);
  });

  it('[OPEN-01] is for signed-in people, and refuses what it does not know', async () => {
    expect((await hub.get('/integrations')).status).toBe(401);
    expect((await hub.get('/integrations', await tokenFor(null))).status).toBe(403);
    const bad = await hub.get('/integrations?with=secrets&more=1', token.ludus_admin);
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['with.0', 'more']]);
  });
});

describe('GET /integrations/byName/{name}', () => {
  it('[API-036][ROLE-08] finds an integration whatever the case of its name', async () => {
    const reply = await hub.get('/integrations/byName/aLPINA', token.integration_manager);
    expect([reply.status, reply.body.id]).toEqual([200, alpina.id]);
    expect((await hub.get('/integrations/byName/BALTICA', token.ludus_manager)).body.name).toBe('Baltica');
  });

  it('[OPEN-02][ROLE-09] answers the same for a foreign and for a missing name', async () => {
    const foreign = await hub.get('/integrations/byName/Baltica', token.integration_admin);
    const missing = await hub.get('/integrations/byName/Nothing', token.integration_admin);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    expect((await hub.get('/integrations/byName/Alpina', token.nowhere)).status).not.toBe(200);
    expect((await hub.get('/integrations/byName/Alpina')).status).toBe(401);
  });
});

describe('the parts of one integration', () => {
  it('[API-038][ENT-13] GET /integrations/{id}/operators answers id, name, code and brand', async () => {
    const reply = await hub.get(`/integrations/${alpina.id}/operators`, token.integration_admin);
    expect(reply.body.rows).toEqual([
      { id: expect.any(Number), name: 'Operator CIMA', code: 'CIMA', platformId: expect.any(Number) },
    ]);
  });

  it('[API-039][OPEN-26] GET /integrations/{id}/games answers finished catalogue games, for the provider too', async () => {
    for (const caller of [token.ludus_admin, token.integration_admin]) {
      const reply = await hub.get(`/integrations/${alpina.id}/games`, caller);
      expect(reply.body.rows.map(({ slug }: { slug: string }) => slug)).toEqual(['shared']);
    }
  });

  it.each(['operators', 'games'])(
    '[OPEN-02] GET /integrations/{id}/%s is missing for others',
    async (part) => {
      const statusOf = async (id: number | string, caller?: string) =>
        (await hub.get(`/integrations/${id}/${part}`, caller)).status;
      expect(await statusOf(baltica.id, token.integration_admin)).toBe(404);
      expect(await statusOf(alpina.id, token.baltica)).toBe(404);
      expect(await statusOf(60_000, token.ludus_admin)).toBe(404);
      expect(await statusOf('x', token.ludus_admin)).toBe(404);
      expect(await statusOf(alpina.id)).toBe(401);
      const extra = await hub.get(`/integrations/${alpina.id}/${part}?all=1`, token.ludus_admin);
      expect(extra.status).toBe(422);
    },
  );
});

describe('GET /integrations/last-fetch', () => {
  it('[API-040][SHELL-10] answers the latest completed fetch, of the own integration for its people', async () => {
    const at = (reply: { body: unknown }) => reply.body;
    expect(at(await hub.get('/integrations/last-fetch', token.integration_guest))).toEqual({
      dateTime: null,
      isFetching: false,
      behind: [],
    });
    await integrations.recordFetchCompleted([alpina.id], new Date('2026-05-01T10:00:00Z'));
    await integrations.recordFetchCompleted([baltica.id], new Date('2026-05-01T11:00:00Z'));
    fetching = true;
    expect(at(await hub.get('/integrations/last-fetch', token.integration_guest))).toEqual({
      dateTime: '2026-05-01T10:00:00.000Z',
      isFetching: true,
      behind: [],
    });
    expect(at(await hub.get('/integrations/last-fetch', token.ludus_admin))).toMatchObject({
      dateTime: '2026-05-01T11:00:00.000Z',
      behind: [{ id: alpina.id, name: 'Alpina', dateTime: '2026-05-01T10:00:00.000Z' }],
    });
    await integrations.recordFetchCompleted([alpina.id], new Date('2026-05-01T10:30:00Z'));
    expect(at(await hub.get('/integrations/last-fetch', token.ludus_admin))).toMatchObject({ behind: [] });
    expect((await hub.get('/integrations/last-fetch')).status).toBe(401);
    expect((await hub.get('/integrations/last-fetch?x=1', token.ludus_admin)).status).toBe(422);
  });
});

describe('how far the session store reaches', () => {
  it('is told by the active integration that was fetched the longest ago, of those that are asked for', async () => {
    const { freshness } = integrations;
    const admin = actorOf('ludus_admin');
    await integrations.recordFetchCompleted([alpina.id], new Date('2026-05-02T10:00:00Z'));
    await integrations.recordFetchCompleted([baltica.id], new Date('2026-05-02T11:00:00Z'));
    const early = { asOf: '2026-05-02T10:00:00.000Z', notFetched: 0 };
    const late = { asOf: '2026-05-02T11:00:00.000Z', notFetched: 0 };
    expect(await freshness(admin)).toEqual(early);
    expect(await freshness(admin, [])).toEqual(early);
    expect(await freshness(admin, [baltica.id])).toEqual(late);
    expect(await freshness(actorOf('integration_admin', baltica), [alpina.id])).toEqual(late);
  });

  it('counts those that have never been fetched, and answers no time where none has', async () => {
    const { id } = await addIntegration(hub.stores.postgres.db, 'Novel');
    try {
      const { freshness } = integrations;
      expect(await freshness(actorOf('ludus_admin'))).toMatchObject({ notFetched: 1 });
      expect(await freshness(actorOf('ludus_admin'), [id])).toEqual({ asOf: null, notFetched: 1 });
    } finally {
      await hub.stores.postgres.db.deleteFrom('integrations').where('id', '=', id).execute();
    }
  });
});

describe('GET /integrations/services/status', () => {
  it('[OPEN-74] answers each active integration the caller sees, unknown before the first check', async () => {
    const before = await hub.get('/integrations/services/status', token.ludus_admin);
    expect(before.body.rows.map((row: { integrationName: string }) => row.integrationName)).toEqual([
      'Alpina',
      'Baltica',
    ]);
    expect(before.body.rows[0]).toMatchObject({ checkedAt: null, gaming: 'unknown', launch: 'unknown' });
    await integrations.health.checkAll();
    const after = await hub.get('/integrations/services/status', token.integration_admin);
    expect(after.body.rows).toEqual([
      {
        integrationId: alpina.id,
        integrationName: 'Alpina',
        checkedAt: expect.any(String),
        gaming: 'failing',
        data: 'failing',
        play: 'failing',
        launch: 'failing',
        latencies: { gaming: null, data: null, play: null, launch: null },
        fetchedAt: null,
        isFetchLate: false,
      },
    ]);
  });

  it('says how long each service took in the last check', async () => {
    const check = (checkedAt: Date, latencies?: string) => ({
      integration_id: baltica.id,
      checked_at: checkedAt,
      gaming: 'healthy' as const,
      data: 'healthy' as const,
      play: 'healthy' as const,
      launch: 'failing' as const,
      reasons: '{}',
      ...(latencies === undefined ? {} : { latencies }),
    });
    const latencies = async () =>
      (await hub.get('/integrations/services/status', token.ludus_admin)).body.rows.find(
        ({ integrationId }: { integrationId: number }) => integrationId === baltica.id,
      ).latencies;
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const { db } = hub.stores.postgres;
    await db
      .insertInto('service_checks')
      .values(check(later(1), JSON.stringify({ gaming: 84, data: 7, play: 1204 })))
      .execute();
    expect(await latencies()).toEqual({ gaming: 84, data: 7, play: 1204, launch: null });
    // As a process of the release before writes them.
    await db
      .insertInto('service_checks')
      .values(check(later(2)))
      .execute();
    expect(await latencies()).toEqual({ gaming: null, data: null, play: null, launch: null });
  });

  it('says when each was last fetched, and whether that was more than three intervals ago', async () => {
    const [late, fresh] = [new Date(Date.now() - 3_600_000), new Date()];
    reads.set(alpina.id, late).set(baltica.id, fresh);
    const { body } = await hub.get('/integrations/services/status', token.ludus_admin);
    expect(body.rows).toMatchObject([
      { integrationName: 'Alpina', fetchedAt: late.toISOString(), isFetchLate: true },
      { integrationName: 'Baltica', fetchedAt: fresh.toISOString(), isFetchLate: false },
    ]);
  });

  it('[ROLE-01] is for those who have a dashboard', async () => {
    for (const caller of [token.integration_manager, token.integration_guest]) {
      expect((await hub.get('/integrations/services/status', caller)).status).toBe(403);
    }
    expect((await hub.get('/integrations/services/status')).status).toBe(401);
    expect((await hub.get('/integrations/services/status?x=1', token.ludus_admin)).status).toBe(422);
  });
});
