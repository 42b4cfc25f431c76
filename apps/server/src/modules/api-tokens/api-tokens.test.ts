import { randomUUID } from 'node:crypto';
import {
  type ApiToken,
  encodeStatisticsRequest,
  maxApiTokens,
  type Role,
  type TokenScope,
  tokenScopeNames,
} from '@ludus/contract';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addIntegration } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { composeHub } from '../../app.modules.ts';
import { type FixedClock, fixedClock } from '../../infra/clock/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';

const start = new Date('2026-03-02T10:00:00Z');
let clock: FixedClock;
let hub: TestHub;
const ids = { alpina: 0, baltica: 0 };

interface Person {
  id: string;
  role: Role;
  integration: string | null;
  token: string;
}
let boss: Person;
let chief: Person;
let guest: Person;
let foreign: Person;

beforeAll(async () => {
  clock = fixedClock(start.toISOString());
  hub = await startTestHub({
    role: 'api',
    clock,
    // Many more calls than a person makes in a minute of a clock that stands still.
    settings: { rateLimitPerson: 0, rateLimitAddress: 0 },
    compose: (infra, parts) => ({ ...composeHub(infra, parts), identity: testIdentity }),
  });
  const { db } = hub.stores.postgres;
  ids.alpina = (await addIntegration(db, 'Alpina')).id;
  ids.baltica = (await addIntegration(db, 'Baltica')).id;
}, 60_000);
afterAll(() => hub?.close());

beforeEach(async () => {
  clock.advance(61_000);
  await hub.stores.postgres.transaction(async (tx) => {
    // The hub may be reading the accounts of the test before: it deletes their rows, too, in an order of its own.
    await sql`LOCK TABLE users IN EXCLUSIVE MODE`.execute(tx);
    for (const table of ['api_tokens', 'accounts', 'users', 'token_revocations', 'notifications'] as const)
      await tx.deleteFrom(table).execute();
  });
  boss = await addPerson('boss', 'ludus_admin');
  chief = await addPerson('chief', 'integration_admin', 'Alpina');
  guest = await addPerson('guest', 'integration_guest', 'Alpina');
  foreign = await addPerson('foreign', 'integration_admin', 'Baltica');
});

async function addPerson(username: string, role: Role, integration: string | null = null): Promise<Person> {
  const id = randomUUID();
  const email = `${username}@ludus.test`;
  const { db } = hub.stores.postgres;
  const at = { created_at: clock.now() };
  const rights = { roles: [role], integration_name: integration };
  await db
    .insertInto('accounts')
    .values({ id, username, email, password_hash: 'none', ...rights, ...at, last_login_at: null })
    .execute();
  await db
    .insertInto('users')
    .values({
      subject: id,
      username,
      email,
      ...rights,
      ...at,
      integration_id: null,
      language: null,
      last_seen_at: null,
    })
    // The hub may have read the new account by now.
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute();
  const token = await tokenFor(role, { userId: id, username, integration, now: clock.now() });
  return { id, role, integration, token };
}

const everything = [...tokenScopeNames];
const send = ({ token }: { token: string }, method: string, path: string, body?: unknown) =>
  hub.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const form = { name: 'Warehouse', scopes: ['statistics:read'] as TokenScope[], days: 90 };
const create = (person: Person, change: object = {}) =>
  send(person, 'POST', '/api-tokens', { ...form, ...change });
async function created(person: Person, change: object = {}): Promise<{ token: ApiToken; secret: string }> {
  const { status, body } = await create(person, change);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const list = async (person: Person): Promise<ApiToken[]> =>
  (await send(person, 'GET', '/api-tokens')).body.rows;
const statusOf = async (secret: string, path = '/me') => (await hub.get(path, secret)).status;
const entries = () =>
  hub.stores.postgres.db
    .selectFrom('logs')
    .select(['action', 'description', 'username', 'related_object', 'updates'])
    .where('log_type_id', '=', 20)
    .orderBy('id')
    .execute();

describe('POST /api-tokens', () => {
  it('shows the secret once, and a program reads with it what it was given', async () => {
    const { token, secret } = await created(chief);
    expect(secret.startsWith(`ludus_${token.id}_`)).toBe(true);
    expect(token).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{12}$/),
      name: 'Warehouse',
      owner: { userId: chief.id, username: 'chief' },
      isOwn: true,
      integration: { id: ids.alpina, name: 'Alpina' },
      scopes: ['statistics:read'],
      days: 90,
      createdAt: clock.now().toISOString(),
      expiresAt: new Date(clock.now().getTime() + 90 * 86_400_000).toISOString(),
      isExpired: false,
      lastUsedAt: null,
      lastUsedFrom: null,
      oldSecretUntil: null,
    });
    const { status, body } = await hub.get('/me', secret);
    expect(status).toBe(200);
    expect(body).toMatchObject({ userId: chief.id, scopes: ['statistics:read'] });
    const [listed] = await list(chief);
    expect(listed).toMatchObject({ lastUsedAt: clock.now().toISOString(), lastUsedFrom: '127.0.0.1' });
    expect(JSON.stringify(listed)).not.toContain(secret.slice(-49));
  });

  it('keeps no secret anywhere, and writes who created what', async () => {
    const before = await entries();
    const { token, secret } = await created(chief);
    const [stored] = await hub.stores.postgres.db.selectFrom('api_tokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret.slice(-49));
    const [entry, ...others] = (await entries()).slice(before.length);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'create',
      username: 'chief',
      description: `Created the API token "Warehouse" (ludus_${token.id}_…) of chief`,
      related_object: { name: 'Warehouse', owner: 'chief', integration: 'Alpina' },
    });
    expect(JSON.stringify(entry)).not.toContain(secret.slice(-49));
    const [notice] = await hub.stores.postgres.db.selectFrom('notifications').selectAll().execute();
    expect(notice).toMatchObject({ user_id: chief.id, title: 'Your API token “Warehouse” was created' });
  });

  it('refuses scopes that the person does not hold, or that no token can have', async () => {
    expect((await create(guest, { scopes: ['sessions:read'] })).body.fields).toEqual({
      scopes: 'Choose scopes that you hold yourself.',
    });
    expect((await create(chief, { scopes: ['logs:read'] })).status).toBe(422);
    for (const scope of ['users:manage', 'jobs:manage', 'integrations:manage', 'settings:read', 'x'])
      expect((await create(boss, { scopes: [scope] })).status, scope).toBe(422);
    expect(await list(boss)).toEqual([]);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['scopes', { scopes: [] }],
    ['days', { days: 366 }],
    ['days', { days: 0 }],
    ['integrationId', { integrationId: 60_000 }],
  ])('names the field %s of a bad value', async (field, change) => {
    const { status, body } = await create(boss, change);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  });

  it('lets only administrators of the provider choose an integration', async () => {
    const manager = await addPerson('manager', 'ludus_manager');
    for (const [person, integrationId] of [
      [manager, ids.alpina],
      [chief, ids.baltica],
      [guest, ids.baltica],
    ] as const)
      expect((await create(person, { integrationId, scopes: ['catalog:read'] })).body.fields).toEqual({
        integrationId: 'Only administrators of the provider can limit a token to an integration.',
      });
    // The log is for the provider, so no token within an integration reads it.
    expect((await create(boss, { integrationId: ids.alpina, scopes: ['logs:read'] })).status).toBe(422);
    expect((await created(boss, { integrationId: ids.alpina })).token.integration).toEqual({
      id: ids.alpina,
      name: 'Alpina',
    });
  });

  it(`gives a person ${maxApiTokens} tokens at most`, async () => {
    for (let made = 0; made < maxApiTokens; made++) {
      if (made % 10 === 0) clock.advance(61_000);
      await created(guest, { scopes: ['catalog:read'] });
    }
    clock.advance(61_000);
    expect((await create(guest, { scopes: ['catalog:read'] })).status).toBe(409);
    expect((await create(chief)).status).toBe(200);
  });
});

describe('whose rows a token reads', () => {
  const integrations = async (secret: string) =>
    (await hub.get('/integrations', secret)).body.rows.map(({ id }: { id: number }) => id);

  it("are those of its owner's integration, and of that which a token of the provider is limited to", async () => {
    const all = (await created(boss)).secret;
    const bound = (await created(boss, { integrationId: ids.baltica })).secret;
    const own = (await created(chief)).secret;
    expect(await integrations(all)).toEqual([ids.alpina, ids.baltica]);
    expect(await integrations(bound)).toEqual([ids.baltica]);
    expect(await integrations(own)).toEqual([ids.alpina]);
    expect(await statusOf(own, `/integrations/${ids.baltica}`)).toBe(404);
    expect(await statusOf(bound, `/integrations/${ids.alpina}`)).toBe(404);
  });

  it('are none of another integration when they are asked for by its id', async () => {
    const { secret } = await created(chief, {
      scopes: ['reconciliation:read', 'statements:read', 'tickets:use'],
    });
    const ticket = await send(foreign, 'POST', '/tickets', { title: 'Secret', description: '<p>x</p>' });
    expect(ticket.status).toBe(200);
    expect(await statusOf(secret, `/tickets/${ticket.body.id}`)).toBe(404);
    expect((await hub.get('/tickets', secret)).body).toEqual([]);
    expect(await statusOf(secret, `/statements/balances/${ids.baltica}`)).toBe(404);
    expect(await statusOf(secret, `/reconciliation/${ids.baltica}/2026-03-01`)).toBe(404);
  });

  it('end with the integration', async () => {
    const { secret } = await created(boss, { integrationId: ids.baltica });
    expect(await statusOf(secret)).toBe(200);
    const { db } = hub.stores.postgres;
    const set = (is_active: boolean) =>
      db.updateTable('integrations').set({ is_active }).where('id', '=', ids.baltica).execute();
    await set(false);
    expect(await statusOf(secret)).toBe(401);
    await set(true);
  });
});

describe('what a token may do', () => {
  const a = encodeURIComponent(
    encodeStatisticsRequest({ from: '2026-02-01', to: '2026-02-28', datasetTotals: true }),
  );

  it('shows no amounts that it has no scope for, also after its owner has seen them', async () => {
    const path = `/bookkeeping/stats?a=${a}`;
    const names = async (token: string) => JSON.stringify((await hub.get(path, token)).body);
    const seen = await names(chief.token);
    const bare = await names((await created(chief)).secret);
    const full = await names(
      (await created(chief, { scopes: ['statistics:read', 'money:net-and-due'] })).secret,
    );
    expect([seen.includes('netwin'), bare.includes('netwin'), full.includes('netwin')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await names(chief.token)).toBe(seen);
  });

  it('names the scope that is missing, and says when no token may make a call', async () => {
    const { secret } = await created(chief);
    expect(await hub.get('/statements', secret)).toMatchObject({
      status: 403,
      body: {
        message: 'This API token or its owner lacks the scope statements:read.',
        detail: { code: 'refusals.tokenLacksScope', values: { scope: 'statements:read' } },
      },
    });
    expect((await hub.get('/api-tokens', secret)).body.detail.code).toBe('refusals.notForTokens');
  });

  it('is never to make tokens, people, settings, files or mails, whatever it holds', async () => {
    const { token, secret } = await created(boss, { scopes: everything });
    const attempts: [string, string, object?][] = [
      ['POST', '/api-tokens', form],
      ['POST', `/api-tokens/${token.id}/renew`],
      ['DELETE', `/api-tokens/${token.id}`],
      ['GET', '/user/kc/list'],
      ['POST', '/user/kc/new', { username: 'x', email: 'x@y.test', role: 'ludus_admin' }],
      ['PUT', `/user/kc/${boss.id}`, {}],
      ['PUT', '/user/preferences', { language: 'it' }],
      ['PUT', '/account/password', {}],
      ['PUT', '/alerts/settings', {}],
      ['PUT', '/periods/settings', { fourEyes: false }],
      ['POST', '/bookkeeping/sessions/export', {}],
      ['GET', '/range-mail'],
      ['POST', '/integrations', {}],
      ['POST', '/views', {}],
    ];
    for (const [method, path, body] of attempts)
      expect((await hub.call(method, path, { token: secret, body })).status, `${method} ${path}`).toBe(403);
  });

  it('opens no socket', async () => {
    const { secret } = await created(boss, { scopes: everything });
    const refusal = async (token: string) => {
      const socket = io(hub.url, { auth: { token }, transports: ['websocket'], reconnection: false });
      const found = await new Promise((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('connect_error', (error) => resolve((error as Error).message));
      });
      socket.disconnect();
      return found;
    };
    expect(await refusal(secret)).toBe('unauthorized');
    expect(await refusal(boss.token)).toBe('connected');
  });

  it('is accepted in the header alone', async () => {
    const { secret } = await created(chief);
    const status = async (path: string, authorization?: string) =>
      (await hub.fetch(path, authorization === undefined ? {} : { headers: { authorization } })).status;
    expect(await status('/api/me', `Bearer ${secret}`)).toBe(200);
    expect(await status(`/api/me?access_token=${secret}`)).toBe(401);
    for (const header of [secret, `Basic ${secret}`, `Bearer ${secret}.a.b`, `Bearer ${secret} ${secret}`])
      expect(await status('/api/me', header), header).toBe(401);
  });
});

describe('what ends a token', () => {
  it('is its expiry, which it is listed with for 90 days', async () => {
    const { secret, token } = await created(chief, { days: 30 });
    clock.set(new Date(Date.parse(token.expiresAt) - 1).toISOString());
    expect(await statusOf(secret)).toBe(200);
    clock.set(token.expiresAt);
    expect(await statusOf(secret)).toBe(401);
    const fresh = await tokenFor('integration_admin', {
      userId: chief.id,
      integration: 'Alpina',
      now: clock.now(),
    });
    expect((await hub.get('/api-tokens', fresh)).body.rows).toMatchObject([{ isExpired: true }]);
    const { postgres } = hub.stores;
    const old = (days: number) => new Date(Date.parse(token.expiresAt) + days);
    const { deleteBatch } = retentionRule({ table: 'api_tokens', column: 'expires_at', days: 90 });
    expect(await postgres.transaction((tx) => deleteBatch(tx, old(0), 10))).toBe(0);
    expect(await postgres.transaction((tx) => deleteBatch(tx, old(1), 10))).toBe(1);
  });

  it('is its revocation, by its owner or who administers them, and no one else', async () => {
    const { secret, token } = await created(guest, { scopes: ['catalog:read'] });
    const revoke = (person: Person) => send(person, 'DELETE', `/api-tokens/${token.id}`);
    const manager = await addPerson('manager', 'ludus_manager');
    for (const person of [foreign, manager]) {
      expect((await revoke(person)).status).toBe(404);
      expect(await list(person)).toEqual([]);
    }
    expect(await list(chief)).toMatchObject([{ id: token.id, isOwn: false, owner: { username: 'guest' } }]);
    expect(await statusOf(secret)).toBe(200);
    expect((await revoke(chief)).status).toBe(200);
    expect(await statusOf(secret)).toBe(401);
    expect((await revoke(guest)).status).toBe(404);
    expect((await entries()).at(-1)).toMatchObject({
      action: 'revoke',
      username: 'chief',
      description: `Revoked the API token "Warehouse" (ludus_${token.id}_…) of guest`,
    });
    const notices = await hub.stores.postgres.db
      .selectFrom('notifications')
      .select(['user_id', 'title'])
      .execute();
    expect(notices).toContainEqual({ user_id: guest.id, title: 'chief revoked your API token “Warehouse”' });
  });

  it('hides tokens of the provider from an integration that they are limited to', async () => {
    const { token } = await created(boss, { integrationId: ids.alpina });
    expect(await list(chief)).toEqual([]);
    expect((await send(chief, 'DELETE', `/api-tokens/${token.id}`)).status).toBe(404);
  });

  it('is a change of the rights of its owner, at once', async () => {
    const { secret } = await created(chief, { scopes: ['statements:read', 'sessions:read'] });
    expect(await statusOf(secret, '/statements')).toBe(200);
    const change = { clientRolesToAdd: ['integration_manager'], clientRolesToRemove: ['integration_admin'] };
    expect((await send(boss, 'PUT', `/user/kc/${chief.id}`, change)).status).toBe(200);
    expect(await statusOf(secret, '/statements')).toBe(403);
    expect((await hub.get('/me', secret)).body.scopes).toEqual(['sessions:read']);
    await send(boss, 'PUT', `/user/kc/${chief.id}`, { integration: 'Baltica' });
    expect(await statusOf(secret)).toBe(401);
  });

  it.each([
    [
      'a password that an administrator resets',
      (id: string) => send(boss, 'POST', `/user/kc/${id}/password`, {}),
    ],
    ['the removal of its owner', (id: string) => send(boss, 'DELETE', `/user/kc/${id}`)],
  ])('is %s', async (_, act) => {
    const { secret } = await created(chief);
    expect(await statusOf(secret)).toBe(200);
    clock.advance(1);
    expect((await act(chief.id)).status).toBe(200);
    expect(await statusOf(secret)).toBe(401);
  });

  it('is a disabled account', async () => {
    const { secret } = await created(chief);
    const { db } = hub.stores.postgres;
    await db.updateTable('accounts').set({ enabled: false }).where('id', '=', chief.id).execute();
    expect(await statusOf(secret)).toBe(401);
  });
});

describe('POST /api-tokens/:id/renew', () => {
  const hours = (count: number) => new Date(clock.now().getTime() + count * 3_600_000);

  it('gives a new secret and the whole lifetime; the old one is valid for a day, its predecessor no more', async () => {
    const { secret: first, token } = await created(chief, { days: 365 });
    const renew = async (person: Person) => send(person, 'POST', `/api-tokens/${token.id}/renew`);
    clock.advance(1_800_000);
    const second = (await renew(chief)).body;
    expect(second.token).toMatchObject({
      id: token.id,
      expiresAt: hours(365 * 24).toISOString(),
      oldSecretUntil: hours(24).toISOString(),
    });
    expect([await statusOf(first), await statusOf(second.secret)]).toEqual([200, 200]);
    const third = (await renew(chief)).body;
    expect([await statusOf(first), await statusOf(second.secret), await statusOf(third.secret)]).toEqual([
      401, 200, 200,
    ]);
    clock.advance(24 * 3_600_000);
    expect([await statusOf(second.secret), await statusOf(third.secret)]).toEqual([401, 200]);
  });

  it('never lets an old secret outlive its own end', async () => {
    const { secret, token } = await created(chief, { days: 30 });
    clock.advance((30 * 24 - 1) * 3_600_000);
    const fresh = await tokenFor('integration_admin', {
      userId: chief.id,
      integration: 'Alpina',
      now: clock.now(),
    });
    const { body } = await send({ token: fresh }, 'POST', `/api-tokens/${token.id}/renew`);
    expect(body.token.oldSecretUntil).toBe(token.expiresAt);
    clock.set(token.expiresAt);
    expect([await statusOf(secret), await statusOf(body.secret)]).toEqual([401, 200]);
  });

  it('is for its owner: an administrator would get the rights of someone else', async () => {
    const { token } = await created(chief);
    for (const person of [boss, guest, foreign])
      expect((await send(person, 'POST', `/api-tokens/${token.id}/renew`)).status).toBe(404);
  });
});
