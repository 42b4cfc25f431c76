import { integrationManageEndpoints } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addOperator, linkGame } from '../../../test/catalogue.ts';
import { type ManagedHub, startManagedHub } from '../../../test/support/integrations/managed-hub.ts';

let managed: ManagedHub;
let alpina: number;
let baltica: number;
let admin: string;

beforeAll(async () => {
  managed = await startManagedHub();
  admin = managed.token.ludus_admin;
  alpina = await managed.create('Alpina');
  baltica = await managed.create('Baltica');
  await addOperator(db(), alpina, 'CIMA', 'Monti');
  await addOperator(db(), alpina, 'LAGO');
  await linkGame(db(), alpina, await addGame(db(), 'played'));
  await linkGame(db(), alpina, await addGame(db(), 'in_dev', { is_dev: true }), 'visible');
  await linkGame(db(), baltica, await addGame(db(), 'elsewhere'), 'visible');
  await db()
    .insertInto('users')
    .values([
      { username: 'anna', email: 'anna@alpina.example', integration_id: alpina, created_at: new Date(0) },
      { username: 'bea', email: null, integration_id: baltica, created_at: new Date(0) },
    ] as never)
    .execute();
  const { id } = await db()
    .insertInto('maintenances')
    .values({
      starts_at: new Date('2026-06-01T08:00:00Z'),
      description: 'New cables',
      severity: 2,
      created_at: new Date('2026-05-01T08:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('maintenance_integrations')
    .values({
      maintenance_id: id,
      integration_id: alpina,
      confirmed: null,
      answered_at: null,
      answered_by: null,
    })
    .execute();
});
afterAll(() => managed?.close());

const db = () => managed.hub.stores.postgres.db;
const slugs = ({ body }: { body: { games: { slug: string }[] } }) => body.games.map(({ slug }) => slug);

describe('GET /integrations/{id}', () => {
  it('[API-037][ENT-11][INT-22][OPEN-49] gives those who manage it everything but the values of tokens', async () => {
    for (const caller of [admin, managed.token.ludus_manager]) {
      const reply = await managed.hub.get(`/integrations/${alpina}`, caller);
      expect(reply.body).toMatchObject({
        id: alpina,
        name: 'Alpina',
        providerId: null,
        gamingServiceURL: `${managed.platform.url}/gaming`,
        launchServiceURL: `${managed.platform.url}/launch`,
        tokens: { gamingServiceToken: true, operatorToken: false },
        operators: [{ code: 'CIMA' }, { code: 'LAGO' }],
        platforms: [{ name: 'Monti' }],
        users: expect.arrayContaining([{ username: 'anna', email: 'anna@alpina.example' }]),
        maintenances: [
          {
            description: 'New cables',
            severity: 2,
            state: 'over',
            confirmed: null,
            date: '2026-06-01T08:00:00.000Z',
          },
        ],
      });
      expect(slugs(reply)).toEqual(['in_dev', 'played']);
      expect(reply.body.games[1].integration_games.is_active).not.toBeNull();
    }
  });

  it('[ROLE-16][ROLE-17][OPEN-02] gives people of an integration the plain part of their own, and no other', async () => {
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      const reply = await managed.hub.get(`/integrations/${alpina}`, managed.token[role]);
      expect(reply.status).toBe(200);
      expect(Object.keys(reply.body)).not.toEqual(expect.arrayContaining(['tokens']));
      expect(JSON.stringify(reply.body)).not.toMatch(/ServiceURL|tokens|anna|cables|127\.0\.0\.1/);
      expect(slugs(reply)).toEqual(['played']);
      expect((await managed.hub.get(`/integrations/${baltica}`, managed.token[role])).status).toBe(404);
    }
  });
});

describe('GET /integrations?with=users', () => {
  it('[API-034] names people for those who manage integrations, and for no one else', async () => {
    const { body } = await managed.hub.get('/integrations?with=users&active=1', admin);
    expect(body.rows.map(({ name, users }: { name: string; users: unknown }) => [name, users])).toEqual([
      // Whoever has called the hub is known too.
      ['Alpina', expect.arrayContaining([{ username: 'anna', email: 'anna@alpina.example' }])],
      ['Baltica', [{ username: 'bea', email: null }]],
    ]);
    expect(Object.keys(body.rows[0])).not.toContain('games');
    const own = await managed.hub.get('/integrations?with=users', managed.token.integration_admin);
    expect([own.status, Object.keys(own.body.rows[0])]).toEqual([200, expect.not.arrayContaining(['users'])]);
    expect(JSON.stringify((await managed.hub.get('/integrations', admin)).body)).not.toContain('anna');
  });
});

describe('GET /integrations-with-counts', () => {
  it('[API-041][ENT-12][INT-01][INT-03] counts operators, users and games, the most games first', async () => {
    const { body } = await managed.hub.get('/integrations-with-counts', managed.token.ludus_manager);
    expect(body.rows).toEqual([
      {
        id: alpina,
        name: 'Alpina',
        version: 'GAI2',
        externalIdentifier: expect.any(String),
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
        updatedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
        playServiceURL: `${managed.platform.url}/play`,
        operatorCount: 2,
        userCount: expect.any(Number),
        gameCount: 2,
      },
      expect.objectContaining({ id: baltica, operatorCount: 0, userCount: 1, gameCount: 1 }),
    ]);
  });

  it('counts 300 integrations with 1,000 games each in one question to the records', async () => {
    const { postgres } = managed.hub.stores;
    const before = await postgres.pool.query('SELECT max(id) AS id FROM integrations');
    await postgres.pool.query(`
      INSERT INTO integrations (name, version, external_identifier, gaming_service_url, data_service_url,
        play_service_url, launch_service_url)
      SELECT 'Many ' || n, 'GAI2', 'many-' || n, '', '', '', '' FROM generate_series(1, 300) n`);
    await postgres.pool.query(`
      INSERT INTO games (name, slug) SELECT 'Game ' || n, 'many_' || n FROM generate_series(1, 1000) n`);
    await postgres.pool.query(`
      INSERT INTO integration_games (integration_id, game_id)
      SELECT i.id, g.id FROM integrations i CROSS JOIN games g WHERE i.name LIKE 'Many %' AND g.slug LIKE 'many_%'`);
    const all = await managed.hub.get('/integrations-with-counts', admin);
    const many = all.body.rows.filter(({ name }: { name: string }) => name.startsWith('Many'));
    expect(many).toHaveLength(300);
    expect(many.every(({ gameCount }: { gameCount: number }) => gameCount === 1000)).toBe(true);
    await postgres.pool.query('DELETE FROM integrations WHERE id > $1', [before.rows[0].id]);
    await postgres.pool.query(`DELETE FROM games WHERE slug LIKE 'many_%'`);
  });
});

describe('the calls that manage integrations', () => {
  it('[ROLE-01] are for staff of the provider alone', async () => {
    for (const endpoint of integrationManageEndpoints) {
      if (endpoint.access === 'signed-in') continue;
      const path = endpoint.path.replace(/:\w+/g, String(alpina));
      const body = endpoint.method === 'GET' ? {} : { body: {} };
      expect((await managed.hub.call(endpoint.method, path, body)).status).toBe(401);
      for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
        const reply = await managed.hub.call(endpoint.method, path, { token: managed.token[role], ...body });
        expect([endpoint.id, reply.status]).toEqual([endpoint.id, 403]);
      }
    }
    expect((await managed.hub.get(`/integrations/${alpina}`)).status).toBe(401);
  });

  it('[OPEN-72] answer 404 for what is not there, and 422 for what cannot be', async () => {
    const one = { games: [1] };
    const calls: [string, string, unknown?][] = [
      ['GET', '/integrations/60000'],
      ['PUT', '/integrations/60000', { name: 'No one' }],
      ['DELETE', '/integrations/60000'],
      ['GET', '/integrations/60000/synch'],
      ['GET', '/integrations/60000/services/healthcheck'],
      ['GET', '/integrations/60000/services/history'],
      ['POST', '/integrations/60000/games', one],
      ['POST', '/notify-integration-games/60000', { gameIds: [1] }],
      ['POST', '/integration-new-games/60000', { gameIds: [1] }],
      ['POST', '/notify-game-integrations/60000', { integrationIds: [alpina] }],
    ];
    for (const [method, path, body] of calls) {
      const given = { token: admin, ...(body === undefined ? {} : { body }) };
      expect([path, (await managed.hub.call(method, path, given)).status]).toEqual([path, 404]);
    }
    const unknownKey: [string, string, unknown?][] = [
      ['POST', '/integrations', { ...managed.entry('Undicesima'), isActive: false }],
      ['PUT', `/integrations/${alpina}`, { externalIdentifier: 'other' }],
      ['POST', `/integrations/${alpina}/games`, { games: ['one'] }],
      ['POST', `/notify-integration-games/${alpina}`, { gameIds: [] }],
      ['POST', `/integration-new-games/${alpina}`, {}],
      ['GET', '/integrations-with-counts?all=1'],
      ['GET', '/integrations-synch?all=1'],
    ];
    for (const [method, path, body] of unknownKey) {
      const given = { token: admin, ...(body === undefined ? {} : { body }) };
      expect([path, (await managed.hub.call(method, path, given)).status]).toEqual([path, 422]);
    }
  });
});
