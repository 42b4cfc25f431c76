import { randomUUID } from 'node:crypto';
import { type Role, type ViewedRole, type Viewing, viewableRoles } from '@ludus/contract';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addIntegration } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { letTimeCome } from '../../../test/jobs.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { composeHub } from '../../app.modules.ts';
import { type FixedClock, fixedClock } from '../../infra/clock/index.ts';

// The queue knows only the real time: what is to be done in two hours must not be due at once.
const start = '2090-03-02T10:00:00.000Z';
let clock: FixedClock;
let hub: TestHub;
let admin: string;
let manager: string;
const ids = { alpina: 0, baltica: 0, closed: 0 };

beforeAll(async () => {
  clock = fixedClock(start);
  hub = await startTestHub({
    clock,
    settings: { rateLimitPerson: 0, rateLimitAddress: 0 },
    compose: (infra, parts) => ({ ...composeHub(infra, parts), identity: testIdentity }),
  });
  const { db } = hub.stores.postgres;
  ids.alpina = (await addIntegration(db, 'Alpina')).id;
  ids.baltica = (await addIntegration(db, 'Baltica')).id;
  ids.closed = (await addIntegration(db, 'Closed', { is_active: false })).id;
}, 60_000);
afterAll(() => hub?.close());

beforeEach(async () => {
  clock.advance(10 * 60_000);
  admin = await tokenNow('ludus_admin');
  manager = await tokenNow('ludus_manager');
});

const tokenNow = (role: Role) => tokenFor(role, { now: clock.now(), expiresIn: 24 * 3600 });

const startAs = (token: string, role: ViewedRole, integrationId = ids.alpina) =>
  hub.call('POST', '/view-as', { token, body: { integrationId, role } });

async function viewing(role: ViewedRole, integrationId?: number): Promise<Viewing> {
  const { status, body } = await startAs(admin, role, integrationId);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const end = (token: string, grant: string) => hub.call('POST', '/view-as/end', { token, body: { grant } });
const me = async (token: string, viewAs: string) => hub.call('GET', '/me', { token, viewAs });

async function lastEntries(count: number) {
  const { body } = await hub.get(`/logs?typeId=27&limit=${count}`, admin);
  return body.rows.map(({ description, user }: { description: string; user: { username: string } }) => [
    user.username,
    description,
  ]);
}

describe('whom someone of the provider may view as', () => {
  it.each<[Role, readonly ViewedRole[]]>([
    ['ludus_admin', ['integration_admin', 'integration_manager', 'integration_guest']],
    // An administrator of an integration sees its net win and its tickets, a manager of the provider does not.
    ['ludus_manager', ['integration_manager', 'integration_guest']],
    ['integration_admin', []],
    ['integration_manager', []],
    ['integration_guest', []],
  ])('%s: %j', async (role, viewable) => {
    expect(viewableRoles([role])).toEqual(viewable);
    for (const viewed of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      const { status } = await startAs(await tokenNow(role), viewed);
      expect(status, viewed).toBe(viewable.includes(viewed) ? 200 : 403);
    }
  });

  it('is refused without a token, for values that do not fit and for what is not an active integration', async () => {
    expect((await hub.call('POST', '/view-as', { body: {} })).status).toBe(401);
    for (const body of [
      {},
      { integrationId: ids.alpina, role: 'ludus_admin' },
      { integrationId: 'Alpina', role: 'integration_admin' },
      { integrationId: ids.alpina, role: 'integration_admin', more: 1 },
    ])
      expect((await hub.call('POST', '/view-as', { token: admin, body })).status).toBe(422);
    for (const id of [ids.closed, 65_000])
      expect((await startAs(admin, 'integration_guest', id)).status).toBe(404);
    expect((await hub.call('POST', '/view-as/end', { token: admin, body: {} })).status).toBe(422);
    expect((await end(admin, 'a.b')).status).toBe(404);
  });
});

describe('a call of someone who views as an integration', () => {
  it('is made by someone of that role at that integration', async () => {
    const { grant, ...shown } = await viewing('integration_manager');
    expect(shown).toEqual({
      integration: { id: ids.alpina, name: 'Alpina' },
      role: 'integration_manager',
      startedAt: clock.now().toISOString(),
      endsAt: new Date(clock.now().getTime() + 2 * 3_600_000).toISOString(),
    });
    const own = await hub.get('/me', await tokenNow('integration_manager'));
    expect((await me(admin, grant)).body).toEqual({
      ...own.body,
      userId: `view-as ${ids.alpina} integration_manager user-ludus_admin`,
      username: 'ludus_admin',
      email: null,
    });
  });

  it('changes and sends nothing, whatever the person may do', async () => {
    const { grant } = await viewing('integration_admin');
    const calls = [
      ['POST', '/tickets', { title: 'Reels', description: '<p>Text</p>' }],
      ['PUT', '/user/preferences', { language: 'it' }],
      ['POST', '/view-as', { integrationId: ids.baltica, role: 'integration_admin' }],
      ['POST', '/view-as/end', { grant }],
      // GETs that are no reads.
      ['GET', '/range-mail?from=2090-03-01&to=2090-03-02', undefined],
      ['GET', '/bookkeeping/sessions/fetch', undefined],
      ['GET', `/bookkeeping/sessions/update/${randomUUID()}`, undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const reply = await hub.call(method, path, {
        token: admin,
        viewAs: grant,
        ...(body === undefined ? {} : { body }),
      });
      expect([reply.status, reply.body.detail?.code], path).toEqual([403, 'refusals.viewAsReadOnly']);
    }
    expect((await hub.get('/tickets', admin)).body).toEqual([]);
  });

  it('is refused with a grant that is foreign, forged, empty or of someone who lost the right', async () => {
    const { grant } = await viewing('integration_admin');
    const [content = '', signature = ''] = grant.split('.');
    const forged = Buffer.from(content, 'base64url')
      .toString()
      .replace(`:${ids.alpina},`, `:${ids.baltica},`);
    const given = [
      '',
      ' ',
      'a.b.c',
      `${ids.alpina};integration_admin`,
      `${Buffer.from(forged).toString('base64url')}.${signature}`,
    ];
    for (const viewAs of given) expect((await me(admin, viewAs)).status, viewAs).toBe(403);
    const others: [string, Role, string | undefined][] = [
      ['another administrator', 'ludus_admin', 'someone-else'],
      ['who is a manager by now', 'ludus_manager', 'user-ludus_admin'],
      ['who is of an integration by now', 'integration_admin', 'user-ludus_admin'],
    ];
    for (const [what, role, userId] of others) {
      const token = await tokenFor(role, { now: clock.now(), ...(userId === undefined ? {} : { userId }) });
      expect((await me(token, grant)).status, what).toBe(403);
    }
    expect((await hub.call('GET', '/me', { viewAs: grant })).status).toBe(401);
  });

  it('is never made by an API token', async () => {
    const { grant } = await viewing('integration_admin');
    const { db } = hub.stores.postgres;
    const at = clock.now();
    await db
      .insertInto('accounts')
      .values({
        id: randomUUID(),
        username: 'boss',
        email: 'boss@ludus.test',
        password_hash: 'none',
        roles: ['ludus_admin'],
        integration_name: null,
        created_at: at,
        last_login_at: null,
      })
      .execute();
    const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const token = await tokenFor('ludus_admin', { now: at, userId: id });
    const made = await hub.call('POST', '/api-tokens', {
      token,
      body: { name: 'Warehouse', scopes: ['statistics:read'], days: 30 },
    });
    expect((await hub.get('/me', made.body.secret)).status).toBe(200);
    const reply = await me(made.body.secret, grant);
    expect([reply.status, reply.body.detail.code]).toEqual([403, 'refusals.viewAsNotForTokens']);
    expect((await startAs(made.body.secret, 'integration_guest')).status).toBe(403);
  });

  it('has nothing that belongs to a person', async () => {
    await hub.call('PUT', '/user/preferences', { token: admin, body: { language: 'it' } });
    const params = { period: 'today', type: 'all' };
    const view = { name: 'Mine', screen: 'sessionsList', params, share: { with: 'no-one' } };
    expect((await hub.call('POST', '/views', { token: admin, body: view })).status).toBe(200);
    const { grant } = await viewing('integration_admin');
    const read = async (path: string) => (await hub.call('GET', path, { token: admin, viewAs: grant })).body;
    expect(await read('/user/preferences')).toEqual({ language: null });
    expect(await read('/views')).toEqual([]);
    expect(await read('/notifications')).toEqual([]);
    expect((await read('/api-tokens')).rows).toEqual([]);
  });
});

describe('the log', () => {
  it('says who viewed as whom, and for how long', async () => {
    const { grant } = await viewing('integration_manager', ids.baltica);
    clock.advance(7 * 60_000);
    expect((await end(manager, grant)).status).toBe(404);
    expect((await end(admin, grant)).status).toBe(200);
    expect(await lastEntries(2)).toEqual([
      ['ludus_admin', 'Stopped viewing Baltica as its manager after 7 min'],
      ['ludus_admin', 'Began to view Baltica as its manager'],
    ]);
    expect((await me(admin, grant)).body.detail.code).toBe('refusals.viewAsEnded');
    // Another window leaves the same view: it has ended once.
    expect((await end(admin, grant)).status).toBe(200);
    expect((await hub.get('/logs?typeId=27&search=Baltica', admin)).body.count).toBe(2);
  });

  it('says so of a view that no one leaves: it ends after two hours', async () => {
    const { grant } = await viewing('integration_guest');
    clock.advance(2 * 3_600_000 - 1);
    expect((await me(admin, grant)).status).toBe(200);
    clock.advance(1);
    expect((await me(admin, grant)).body.detail.code).toBe('refusals.viewAsEnded');
    clock.advance(30 * 60_000);
    const { rows } = await hub.stores.postgres.pool.query<{ id: string }>(
      `SELECT id FROM jobs WHERE name = 'end-view-as' AND state = 'delayed' ORDER BY start_after DESC LIMIT 1`,
    );
    await letTimeCome(hub.stores.postgres, rows[0]?.id ?? '');
    await expect
      .poll(() => lastEntries(1))
      .toEqual([['ludus_admin', 'Stopped viewing Alpina as its guest after 120 min']]);
  });
});

describe('the socket of someone who views as an integration', () => {
  /** The topics that arrive until an event for everyone does. */
  async function heardWith(auth: Record<string, unknown>): Promise<string[] | string> {
    const socket = io(hub.url, { auth, transports: ['websocket'], reconnection: false, forceNew: true });
    try {
      const heard: string[] = [];
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', () => resolve());
        socket.once('connect_error', reject);
      });
      const done = new Promise((resolve) => socket.once('fetch-sessions-updated', resolve));
      socket.on('changed', ({ id }) => heard.push(id));
      const { realtime } = hub.infra;
      const send = (id: string, to: Parameters<typeof realtime.publish>[1]) =>
        realtime.publish({ name: 'changed', data: { topic: 'games', id } }, to);
      send('of the provider', { providers: true });
      send('of job managers', { jobManagers: true });
      send('of the person', { users: ['user-ludus_admin'] });
      send('of Alpina', { integration: ids.alpina });
      send('of Baltica', { integration: ids.baltica });
      const dateTime = clock.now().toISOString();
      realtime.publish({ name: 'fetch-sessions-updated', data: { dateTime } }, { everyone: true });
      await done;
      return heard;
    } catch (error) {
      return (error as { data?: { code: string } }).data?.code ?? String(error);
    } finally {
      socket.disconnect();
    }
  }

  it('hears what people of the integration hear', async () => {
    const { grant } = await viewing('integration_admin');
    expect(await heardWith({ token: admin, viewAs: grant })).toEqual(['of Alpina']);
    expect(await heardWith({ token: admin })).toEqual([
      'of the provider',
      'of job managers',
      'of the person',
    ]);
  });

  it('is refused with a grant that opens nothing', async () => {
    const { grant } = await viewing('integration_admin');
    expect(await heardWith({ token: manager, viewAs: grant })).toBe('forbidden');
    expect(await heardWith({ token: admin, viewAs: { $ne: null } })).toBe('forbidden');
    await end(admin, grant);
    expect(await heardWith({ token: admin, viewAs: grant })).toBe('forbidden');
  });
});
