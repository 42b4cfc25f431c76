import { maxPinnedViews, maxViews, type Role, type SavedView } from '@ludus/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addIntegration } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { type TokenOptions, tokenFor } from '../../../test/tokens.ts';
import { composeHub } from '../../app.modules.ts';

let hub: TestHub;
const ids = { alpina: 0, baltica: 0, former: 0 };
/** One person of each kind, as `role userId integration`. */
const people = {
  admin: ['ludus_admin', {}],
  otherAdmin: ['ludus_admin', { userId: 'other-admin' }],
  manager: ['ludus_manager', {}],
  anna: ['integration_admin', { userId: 'anna' }],
  alpinaManager: ['integration_manager', { userId: 'alpina-manager' }],
  guest: ['integration_guest', { userId: 'guest' }],
  boris: ['integration_admin', { userId: 'boris', integration: 'Baltica' }],
  balticaManager: ['integration_manager', { userId: 'baltica-manager', integration: 'Baltica' }],
  lost: ['integration_admin', { userId: 'lost', integration: 'Nowhere' }],
} as const satisfies Record<string, readonly [Role, TokenOptions]>;
type Person = keyof typeof people;
const allPeople = Object.keys(people) as Person[];

function tokenOf(person: Person): Promise<string> {
  const [role, options]: readonly [Role, TokenOptions] = people[person];
  return tokenFor(role, options);
}
const send = async (person: Person, method: string, path: string, body?: unknown) =>
  hub.call(method, path, { token: await tokenOf(person), ...(body === undefined ? {} : { body }) });

const sessionsToday = { screen: 'sessionsList', name: 'Today', params: { period: 'today', type: 'all' } };
const create = (person: Person, change: object = {}) =>
  send(person, 'POST', '/views', { ...sessionsToday, ...change });
const created = async (person: Person, change: object = {}): Promise<SavedView> => {
  const { status, body } = await create(person, change);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const list = async (person: Person): Promise<SavedView[]> => (await send(person, 'GET', '/views')).body;
const namesOf = async (person: Person) => (await list(person)).map(({ name }) => name);
/** Who sees a view of this name. */
async function viewersOf(name: string): Promise<Person[]> {
  const seen = await Promise.all(
    allPeople.map(async (person) => ((await namesOf(person)).includes(name) ? [person] : [])),
  );
  return seen.flat();
}

beforeAll(async () => {
  hub = await startTestHub({
    role: 'api',
    compose: (infra, parts) => ({ ...composeHub(infra, parts), identity: testIdentity }),
  });
  const { db } = hub.stores.postgres;
  ids.alpina = (await addIntegration(db, 'Alpina')).id;
  ids.baltica = (await addIntegration(db, 'Baltica')).id;
  ids.former = (await addIntegration(db, 'Former', { is_active: false })).id;
}, 60_000);
afterAll(() => hub?.close());
afterEach(() => hub.stores.postgres.db.deleteFrom('saved_views').execute());

const withRole = (role: Role) => ({ share: { with: 'role', role } });
const withIntegration = (integrationId: number) => ({ share: { with: 'integration', integrationId } });

describe('POST /views', () => {
  it('saves a view that its owner alone sees', async () => {
    const view = await created('anna', { isPinned: true });
    expect(view).toEqual({
      id: expect.any(Number),
      name: 'Today',
      screen: 'sessionsList',
      params: { period: 'today', type: 'all' },
      share: { with: 'no-one' },
      owner: 'anna',
      isOwn: true,
      canChange: true,
      isPinned: true,
      updatedAt: expect.any(String),
    });
    expect(await list('anna')).toEqual([view]);
    expect(await viewersOf('Today')).toEqual(['anna']);
  });

  it('takes a name once per person and screen, whatever its case', async () => {
    await created('anna');
    const { status, body } = await create('anna', { name: ' tODAY ' });
    expect([status, body.fields]).toEqual([409, { name: 'You already have a view with this name here.' }]);
    await created('anna', { screen: 'charts' });
    await created('boris');
  });

  it('stops at the limit of a person', async () => {
    const { db } = hub.stores.postgres;
    const now = new Date();
    const row = { owner_id: 'anna', owner_integration_id: ids.alpina, screen: 'charts', params: '{}' };
    await db
      .insertInto('saved_views')
      .values(
        Array.from({ length: maxViews }, (_unused, index) => ({
          ...row,
          name: `View ${index}`,
          shared_role: null,
          shared_integration_id: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    expect((await create('anna')).body.message).toBe('You can save at most 100 views. Delete one first.');
    await created('boris');
  });

  it('takes only screens that the person may open', async () => {
    const mayOpen: Record<string, Person[]> = {
      sessionsList: ['admin', 'manager', 'anna', 'alpinaManager'],
      charts: ['admin', 'manager', 'anna'],
      reports: ['admin', 'manager', 'anna'],
      catalog: ['admin', 'manager', 'anna', 'guest'],
      logs: ['admin', 'manager'],
      tickets: ['admin', 'anna'],
    };
    for (const [screen, allowed] of Object.entries(mayOpen)) {
      for (const person of ['admin', 'manager', 'anna', 'alpinaManager', 'guest'] as const) {
        const { status } = await create(person, { screen });
        expect(status, `${person} ${screen}`).toBe(allowed.includes(person) ? 200 : 403);
      }
    }
  });

  it.each<[string, object]>([
    ['no name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['another screen', { screen: 'users' }],
    ['an unknown field', { owner: 'boris' }],
    ['a parameter that is no text', { params: { page: 1 } }],
    ['an empty parameter', { params: { page: '' } }],
    ['a parameter of a strange name', { params: { 'a&b': 'c' } }],
    ['a long parameter', { params: { hidden: 'x'.repeat(2001) } }],
    [
      'many parameters',
      { params: Object.fromEntries(Array.from({ length: 41 }, (_u, at) => [`p${at}`, '1'])) },
    ],
    [
      'a large whole',
      { params: Object.fromEntries(Array.from({ length: 5 }, (_u, at) => [`p${at}`, 'x'.repeat(1700)])) },
    ],
    ['an unknown role', { share: { with: 'role', role: 'boss' } }],
    ['a share of both kinds', { share: { with: 'role', role: 'ludus_admin', integrationId: 1 } }],
  ])('refuses %s', async (_name, change) => {
    expect((await create('admin', change)).status).toBe(422);
    expect(await list('admin')).toEqual([]);
  });
});

describe('a shared view', () => {
  it('is seen by a role of the provider', async () => {
    await created('manager', withRole('ludus_manager'));
    // Administrators see what their side shares.
    expect(await viewersOf('Today')).toEqual(['admin', 'otherAdmin', 'manager']);
    await created('admin', { name: 'Month', ...withRole('ludus_admin') });
    expect(await viewersOf('Month')).toEqual(['admin', 'otherAdmin']);
  });

  it('is seen by a role of the own integration, never of another one', async () => {
    await created('anna', withRole('integration_manager'));
    expect(await viewersOf('Today')).toEqual(['anna', 'alpinaManager']);
    const [seen] = await list('alpinaManager');
    expect(seen).toMatchObject({ isOwn: false, canChange: false, share: { with: 'role' } });
  });

  it('is seen by an integration, without those who may not open its screen', async () => {
    const view = await created('admin', withIntegration(ids.alpina));
    expect(view.share).toEqual({ with: 'integration', integration: { id: ids.alpina, name: 'Alpina' } });
    expect(await viewersOf('Today')).toEqual(['admin', 'otherAdmin', 'anna', 'alpinaManager']);
    await created('alpinaManager', { name: 'Ours', ...withIntegration(ids.alpina) });
    expect(await viewersOf('Ours')).toEqual(['anna', 'alpinaManager']);
    await created('anna', { name: 'Tickets', screen: 'tickets', ...withIntegration(ids.alpina) });
    expect(await viewersOf('Tickets')).toEqual(['anna']);
  });

  it('goes to no role of the other side and to no other integration', async () => {
    for (const [person, share] of [
      ['admin', withRole('integration_admin')],
      ['anna', withRole('ludus_admin')],
    ] as const) {
      const { status, body } = await create(person, share);
      expect([status, Object.keys(body.fields)], person).toEqual([422, ['share']]);
    }
    for (const [person, share] of [
      ['anna', withIntegration(ids.baltica)],
      ['admin', withIntegration(ids.former)],
      ['admin', withIntegration(60_000)],
      ['lost', withIntegration(ids.alpina)],
      ['lost', withRole('integration_admin')],
    ] as const) {
      expect((await create(person, share)).status, person).toBe(404);
    }
    for (const person of allPeople) expect(await namesOf(person), person).toEqual([]);
  });
});

describe('PUT /views/:id', () => {
  it('changes what is sent, and keeps the rest', async () => {
    const { id } = await created('anna', withRole('integration_manager'));
    const renamed = await send('anna', 'PUT', `/views/${id}`, { name: 'All of today' });
    expect(renamed.body).toMatchObject({
      name: 'All of today',
      params: sessionsToday.params,
      share: { with: 'role', role: 'integration_manager' },
    });
    await send('anna', 'PUT', `/views/${id}`, { params: { games: '3,8' }, share: { with: 'no-one' } });
    expect(await list('anna')).toMatchObject([{ name: 'All of today', params: { games: '3,8' } }]);
    expect(await viewersOf('All of today')).toEqual(['anna']);
  });

  it('refuses a name that is taken, bad input, and people who do not see the view', async () => {
    const { id } = await created('anna');
    await created('anna', { name: 'Month' });
    expect((await send('anna', 'PUT', `/views/${id}`, { name: 'MONTH' })).status).toBe(409);
    expect((await send('anna', 'PUT', `/views/${id}`, { name: 'today' })).body.name).toBe('today');
    expect((await send('anna', 'PUT', `/views/${id}`, { screen: 'charts' })).status).toBe(422);
    expect((await send('anna', 'PUT', '/views/0', { name: 'A' })).status).toBe(404);
    for (const person of ['boris', 'admin', 'alpinaManager', 'guest'] as const) {
      expect((await send(person, 'PUT', `/views/${id}`, { name: 'Mine' })).status, person).toBe(404);
    }
    expect((await hub.call('PUT', `/views/${id}`, { body: { name: 'A' } })).status).toBe(401);
  });

  it('lets administrators change what others of their side share, and no one else', async () => {
    const { id } = await created('manager', withIntegration(ids.alpina));
    const change = (person: Person) => send(person, 'PUT', `/views/${id}`, { name: `By ${person}` });
    expect((await change('otherAdmin')).body).toMatchObject({ name: 'By otherAdmin', isOwn: false });
    for (const person of ['anna', 'alpinaManager'] as const)
      expect((await change(person)).status, person).toBe(403);
    expect((await change('boris')).status).toBe(404);
    // Sharing ends, and with it what the administrator sees.
    const ended = await send('admin', 'PUT', `/views/${id}`, { share: { with: 'no-one' } });
    expect(ended.body.share).toEqual({ with: 'no-one' });
    expect(await viewersOf('By otherAdmin')).toEqual(['manager']);

    const ofAlpina = await created('alpinaManager', { name: 'Ours', ...withIntegration(ids.alpina) });
    const path = `/views/${ofAlpina.id}`;
    expect((await send('anna', 'PUT', path, { name: 'Theirs' })).status).toBe(200);
    expect((await send('admin', 'PUT', path, { name: 'Mine' })).status).toBe(404);
  });

  it('takes a view from the integration that its owner has left', async () => {
    const { id } = await created('anna', withIntegration(ids.alpina));
    const moved = await tokenFor('integration_admin', { userId: 'anna', integration: 'Baltica' });
    const { status } = await hub.call('PUT', `/views/${id}`, { token: moved, body: { name: 'Elsewhere' } });
    expect(status).toBe(200);
    expect(await namesOf('alpinaManager')).toEqual([]);
    expect(await namesOf('balticaManager')).toEqual([]);
  });
});

describe('PUT /views/:id/pin', () => {
  it('is of each person, also on a view of someone else', async () => {
    const { id } = await created('admin', withIntegration(ids.alpina));
    expect((await send('anna', 'PUT', `/views/${id}/pin`, { isPinned: true })).body.isPinned).toBe(true);
    await send('anna', 'PUT', `/views/${id}/pin`, { isPinned: true });
    const pinnedBy = async (person: Person) => (await list(person)).map(({ isPinned }) => isPinned);
    expect([await pinnedBy('anna'), await pinnedBy('admin')]).toEqual([[true], [false]]);
    expect((await send('anna', 'PUT', `/views/${id}/pin`, { isPinned: false })).body.isPinned).toBe(false);
    expect(await pinnedBy('anna')).toEqual([false]);
  });

  it('refuses views that are not seen, bad input and one too many', async () => {
    const { id } = await created('anna');
    expect((await send('boris', 'PUT', `/views/${id}/pin`, { isPinned: true })).status).toBe(404);
    expect((await send('anna', 'PUT', `/views/${id}/pin`, {})).status).toBe(422);
    expect((await hub.call('PUT', `/views/${id}/pin`, { body: { isPinned: true } })).status).toBe(401);
    for (let at = 0; at < maxPinnedViews; at += 1) await created('anna', { name: `${at}`, isPinned: true });
    const { status, body } = await send('anna', 'PUT', `/views/${id}/pin`, { isPinned: true });
    expect([status, body.message]).toEqual([409, 'You can pin at most 20 views. Unpin one first.']);
  });
});

describe('DELETE /views/:id', () => {
  it('deletes for everyone; the owner and administrators may', async () => {
    const { id } = await created('manager', withRole('ludus_manager'));
    const own = await created('anna', withIntegration(ids.alpina));
    expect((await send('alpinaManager', 'DELETE', `/views/${own.id}`)).status).toBe(403);
    expect((await send('boris', 'DELETE', `/views/${own.id}`)).status).toBe(404);
    expect((await hub.call('DELETE', `/views/${own.id}`)).status).toBe(401);
    expect((await send('anna', 'DELETE', '/views/x')).status).toBe(404);
    expect((await send('anna', 'DELETE', `/views/${own.id}`)).status).toBe(200);
    expect((await send('admin', 'DELETE', `/views/${id}`)).status).toBe(200);
    for (const person of allPeople) expect(await namesOf(person), person).toEqual([]);
    expect((await send('anna', 'DELETE', `/views/${own.id}`)).status).toBe(404);
  });
});

describe('a change', () => {
  it('reaches the people who see the view, before and after it', async () => {
    const publish = vi.spyOn(hub.infra.realtime, 'publish');
    const audiences = () => {
      const given = publish.mock.calls.map(([event, audience]) => ({ ...event, audience }));
      publish.mockClear();
      return given;
    };
    const event = { name: 'changed', data: { topic: 'views' } };
    const { id } = await created('anna');
    expect(audiences()).toEqual([{ ...event, audience: { users: ['anna'] } }]);
    await send('anna', 'PUT', `/views/${id}`, withIntegration(ids.alpina));
    const shared = { ...event, audience: { users: ['anna'], providers: true, integration: ids.alpina } };
    expect(audiences()).toEqual([{ ...event, audience: { users: ['anna'] } }, shared]);
    await send('alpinaManager', 'PUT', `/views/${id}/pin`, { isPinned: true });
    expect(audiences()).toEqual([{ ...event, audience: { users: ['alpina-manager'] } }]);
    await send('anna', 'DELETE', `/views/${id}`);
    expect(audiences()).toEqual([shared]);
    publish.mockRestore();
  });
});

describe('GET /views', () => {
  it('lists by name, and is closed to callers without a token or a role', async () => {
    for (const name of ['b', 'C', 'a']) await created('anna', { name });
    expect(await namesOf('anna')).toEqual(['a', 'b', 'C']);
    expect((await hub.get('/views')).status).toBe(401);
    expect((await hub.get('/views', await tokenFor(null))).status).toBe(403);
    expect((await send('anna', 'GET', '/views?screen=charts')).status).toBe(422);
  });
});
