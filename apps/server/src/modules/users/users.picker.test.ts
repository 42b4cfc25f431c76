import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { createUsersModule } from './index.ts';

let hub: TestHub;
let admin: string;
const ids = { alpina: 0, baltica: 0 };

beforeAll(async () => {
  hub = await startTestHub({
    modules: (infra, { changes }) => [createUsersModule(infra, { changes })],
  });
  const { db } = hub.stores.postgres;
  admin = await tokenFor('ludus_admin');
  ids.alpina = (await addIntegration(db, 'Alpina')).id;
  ids.baltica = (await addIntegration(db, 'Baltica')).id;
  const person = {
    email: null,
    integration_name: null,
    integration_id: null,
    language: null,
    last_seen_at: null,
    created_at: new Date('2026-11-20T10:00:00Z'),
  };
  await db
    .insertInto('users')
    .values([
      { ...person, subject: 's-zoe', username: 'Zoe', roles: ['ludus_admin'] },
      { ...person, subject: 's-mia', username: 'mia', roles: ['ludus_manager', 'offline_access'] },
      {
        ...person,
        subject: 's-al',
        username: 'al',
        roles: ['integration_admin'],
        integration_name: ' ALPINA ',
      },
      {
        ...person,
        subject: 's-bo',
        username: 'bo',
        roles: ['integration_guest'],
        integration_name: 'Baltica',
      },
      { ...person, subject: null, username: 'desk', email: 'desk@alpina.test', integration_id: ids.alpina },
      { ...person, subject: 's-gone', username: 'gone', roles: ['ludus_admin'], enabled: false },
    ])
    .execute();
});

afterAll(() => hub?.close());

const names = async (query = '') => {
  const { status, body } = await hub.get(`/users${query}`, admin);
  expect(status).toBe(200);
  return body.rows.map(({ username }: { username: string }) => username);
};

describe('GET /api/users', () => {
  it('[API-063] names everyone the hub knows, by username, with the integration they belong to', async () => {
    expect(await names()).toEqual(['al', 'bo', 'desk', 'mia', 'Zoe']);
    const { rows } = (await hub.get('/users', admin)).body;
    expect(rows).toMatchObject([
      { userId: 's-al', roles: ['integration_admin'], integrationId: ids.alpina, integration: 'Alpina' },
      { userId: 's-bo', integration: 'Baltica' },
      { userId: null, email: 'desk@alpina.test', roles: [], integration: 'Alpina' },
      { userId: 's-mia', roles: ['ludus_manager'], integrationId: null, integration: null },
      { userId: 's-zoe' },
    ]);
  });

  it('[API-063] leaves the people of one integration and the administrators of the provider', async () => {
    expect(await names(`?integrationId=${ids.alpina}`)).toEqual(['al', 'desk', 'Zoe']);
    expect(await names('?integrationId=60000')).toEqual(['Zoe']);
    expect((await hub.get('/users?integrationId=x', admin)).status).toBe(422);
    expect((await hub.get('/users?role=x', admin)).status).toBe(422);
  });

  it('[OPEN-19] answers both roles of the provider and no one else', async () => {
    expect((await hub.get('/users')).status).toBe(401);
    expect((await hub.get('/users', await tokenFor('ludus_manager'))).status).toBe(200);
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const)
      expect((await hub.get('/users', await tokenFor(role))).status, role).toBe(403);
  });
});
