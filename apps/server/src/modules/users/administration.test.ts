import { integrationRoles, type Role, roles, type User } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type AdministrationHub,
  resetPeople,
  startAdministrationHub,
} from '../../../test/support/users/administration-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { actorFromIdentity } from '../../infra/access/index.ts';
import { createAdministration } from './administration.service.ts';

let hub: AdministrationHub;
let boss: Account;
let chief: Account;
let guest: Account;
let foreign: Account;
let admin: string;
let alpinaAdmin: string;

beforeAll(async () => {
  hub = await startAdministrationHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  ({ boss, chief, guest, foreign, admin, alpinaAdmin } = await resetPeople(hub));
});

const create = (body: object, token = admin) => hub.call('POST', '/user/kc/new', { token, body });
const update = (id: string, body: object, token = admin) =>
  hub.call('PUT', `/user/kc/${id}`, { token, body });
const remove = (id: string, token = admin) => hub.call('DELETE', `/user/kc/${id}`, { token });
const roleChange = (to: Role, from: Role) => ({ clientRolesToAdd: [to], clientRolesToRemove: [from] });
const actorFor = ({ id, username, role }: Account) =>
  actorFromIdentity({ userId: id, username, email: null, roles: [role] }, null);
const names = (users: User[]) => users.map(({ username }) => username);
const person = {
  username: 'new-one',
  email: 'new@alpina.test',
  role: 'integration_guest',
  integration: 'alpina',
};

describe('[OPEN-01][OPEN-19] users administration', () => {
  const calls: [string, string, object?][] = [
    ['GET', '/user/kc/identity-provider'],
    ['GET', '/user/kc/list'],
    ['GET', '/user/kc/ID'],
    ['GET', '/user/kc/ID/sessions'],
    ['POST', '/user/kc/new', person],
    ['PUT', '/user/kc/ID', { userAttributes: { email: 'x@y.test' } }],
    ['POST', '/user/kc/ID/password', {}],
    ['DELETE', '/user/kc/ID'],
    ['DELETE', '/user/1'],
    ['GET', '/users/kc/sync/false'],
  ];
  it.each(calls)(
    '%s %s is refused without a token, and to everyone but the two kinds of administrators',
    async (method, path, body) => {
      const address = path.replace('ID', foreign.id);
      const answer = async (token?: string) =>
        (await hub.call(method, address, { ...(body ? { body } : {}), ...(token ? { token } : {}) })).status;
      expect(await answer()).toBe(401);
      for (const role of ['ludus_manager', 'integration_manager', 'integration_guest'] as const) {
        expect(await answer(await tokenFor(role)), role).toBe(403);
      }
    },
  );

  it('[ROLE-09] finds no one of another integration, and no staff, for an integration’s administrator', async () => {
    for (const id of [foreign.id, boss.id, '0b5f0b5f-0000-4000-8000-000000000000', 'no-one']) {
      const path = `/user/kc/${id}`;
      const tried = [
        await hub.get(path, alpinaAdmin),
        await hub.get(`${path}/sessions`, alpinaAdmin),
        await update(id, { userAttributes: { email: 'x@y.test' } }, alpinaAdmin),
        await hub.call('POST', `${path}/password`, { token: alpinaAdmin, body: {} }),
        await remove(id, alpinaAdmin),
      ];
      expect(
        tried.map(({ status }) => status),
        id,
      ).toEqual([404, 404, 404, 404, 404]);
    }
    expect((await hub.get('/users/kc/sync/false', alpinaAdmin)).status).toBe(404);
    expect((await hub.listed(admin)).length).toBe(4);
  });
});

describe('GET /api/user/kc/list', () => {
  it('[API-095][API-096][ENT-07][OPEN-91] answers everyone by username, by role and by integration', async () => {
    expect(names(await hub.listed(admin))).toEqual(['boss', 'chief', 'foreign', 'guest']);
    expect(names(await hub.listed(admin, '?role=integration_guest'))).toEqual(['guest']);
    expect(names(await hub.listed(admin, `?integration=${hub.baltica.id}`))).toEqual(['foreign']);
    expect(names(await hub.listed(admin, `?integration=${hub.alpina.id}&role=integration_admin`))).toEqual([
      'chief',
    ]);
    const { body } = await hub.get(`/user/kc/${guest.id}`, admin);
    expect(body).toMatchObject({
      keycloakUserId: guest.id,
      email: 'guest@ludus.test',
      role: 'integration_guest',
      enabled: true,
      platform: null,
      integrationId: hub.alpina.id,
      integration: 'Alpina',
      attributes: { integration: ['Alpina'] },
      localOnly: false,
      mustChangePassword: false,
    });
    for (const query of ['?role=owner', '?integration=x', '?search=a']) {
      expect((await hub.get(`/user/kc/list${query}`, admin)).status).toBe(422);
    }
  });

  it('[ROLE-09] answers an integration’s administrator that integration alone, whatever is asked', async () => {
    expect(names(await hub.listed(alpinaAdmin))).toEqual(['chief', 'guest']);
    expect(await hub.listed(alpinaAdmin, `?integration=${hub.baltica.id}`)).toEqual([]);
    const lost = await hub.tokenOf({ ...chief, integration: 'Nowhere' });
    expect(await hub.listed(lost)).toEqual([]);
  });

  it('[ENT-07] tells who stands in the hub alone and who at the identity provider alone', async () => {
    const { db } = hub.stores.postgres;
    await db.deleteFrom('users').execute();
    const at = { created_at: hub.clock.now(), last_seen_at: null, language: null, email: null };
    const place = { integration_id: hub.alpina.id, integration_name: null };
    await db
      .insertInto('users')
      .values([
        { ...at, ...place, subject: null, username: 'desk' },
        { ...at, subject: 'gone', username: 'was-here', integration_id: null, integration_name: 'Baltica' },
      ])
      .execute();
    const where = (await hub.listed(admin)).map(({ username, localOnly, kcOnly, id, keycloakUserId }) => [
      username,
      localOnly ? 'hub' : kcOnly ? 'provider' : 'both',
      id === null,
      keycloakUserId === null,
    ]);
    expect(where).toEqual([
      ['boss', 'provider', true, false],
      ['chief', 'provider', true, false],
      ['desk', 'hub', false, true],
      ['foreign', 'provider', true, false],
      ['guest', 'provider', true, false],
      ['was-here', 'hub', false, true],
    ]);
    expect(names(await hub.listed(alpinaAdmin))).toEqual(['chief', 'desk', 'guest']);
  });
});

describe('POST /api/user/kc/new', () => {
  it('[API-097][OPEN-94][USER-15] makes an account with a password that must be changed, shown once when it was made up', async () => {
    const { status, body } = await create(person);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      username: 'new-one',
      role: 'integration_guest',
      integration: 'Alpina',
      attributes: { integration: ['Alpina'] },
      mustChangePassword: true,
      localOnly: false,
      kcOnly: false,
    });
    expect(body.password).toMatch(/^[\w-]{22}$/);
    const given = await create({
      ...person,
      username: 'two',
      email: 'two@alpina.test',
      tempPass: 'a-long-password',
    });
    expect(given.body.password).toBeNull();
    const again = await hub.get(`/user/kc/${body.keycloakUserId}`, admin);
    expect(again.body.password).toBeUndefined();
    expect(JSON.stringify(await hub.listed(admin))).not.toContain(body.password);
  });

  const bad: [string, object, string, string][] = [
    ['ERR-104', { username: undefined }, 'username', 'Username is required'],
    ['ERR-104', { username: '' }, 'username', 'Username is required'],
    ['ERR-105', { username: 'new one' }, 'username', 'Username cannot contain spaces or special characters'],
    ['ERR-105', { username: 'nèw' }, 'username', 'Username cannot contain spaces or special characters'],
    ['ERR-107', { email: undefined }, 'email', 'Email is required'],
    ['ERR-107', { email: '' }, 'email', 'Email is required'],
    ['ERR-109', { email: 'new@alpina' }, 'email', 'Invalid email'],
    ['ERR-110', { role: undefined }, 'role', 'Role is required'],
    ['ERR-110', { role: 'owner' }, 'role', 'Role is required'],
    ['OPEN-93', { integration: undefined }, 'integration', 'Integration is required'],
    ['OPEN-93', { integration: 'Nowhere' }, 'integration', 'This integration does not exist.'],
    ['USER-16', { role: 'ludus_manager' }, 'integration', 'Provider staff do not belong to an integration.'],
    ['USER-15', { tempPass: 'short' }, 'tempPass', 'Use at least 10 characters.'],
    [
      'USER-15',
      { tempPass: 'NEW-ONE-TWO', username: 'new-one-two' },
      'tempPass',
      'The password must not be your username.',
    ],
  ];
  it.each(bad)(
    '[%s][USER-12][USER-13][USER-14] refuses %o beside the field',
    async (_row, change, field, message) => {
      const { status, body } = await create({ ...person, ...change });
      expect([status, body.fields?.[field]]).toEqual([422, message]);
      expect((await hub.listed(admin)).length).toBe(4);
    },
  );

  it('[ERR-106][ERR-108] refuses a name or an address that is taken, in any case of letters', async () => {
    const name = await create({ ...person, username: 'GUEST' });
    expect([name.status, name.body.fields]).toEqual([409, { username: 'Username already exists' }]);
    const email = await create({ ...person, email: 'Guest@Ludus.test' });
    expect([email.status, email.body.fields]).toEqual([409, { email: 'Email already exists' }]);
    const both = await create({ ...person, username: 'guest', email: 'guest@ludus.test' });
    expect(Object.keys(both.body.fields)).toEqual(['username', 'email']);
  });

  it('[ERR-106][ERR-108] makes one account of two that are asked for at once', async () => {
    const twice = await Promise.all([1, 2, 3].map((n) => create({ ...person, email: `n${n}@alpina.test` })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const emails = await Promise.all(
      ['a', 'b'].map((username) => create({ ...person, username, email: 'one@b.test' })),
    );
    expect(emails.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(emails.find(({ status }) => status === 409)?.body.fields).toEqual({
      email: 'Email already exists',
    });
  });

  it('[ROLE-18] gives staff of the provider all five roles, and others their integration’s three', async () => {
    for (const [n, role] of roles.entries()) {
      const isStaff = role.startsWith('ludus');
      const body = {
        username: `by-boss-${n}`,
        email: `b${n}@x.test`,
        role,
        ...(isStaff ? {} : { integration: 'Baltica' }),
      };
      expect((await create(body)).body, role).toMatchObject({
        role,
        integration: isStaff ? null : 'Baltica',
      });
      const own = await create({ username: `by-chief-${n}`, email: `c${n}@x.test`, role }, alpinaAdmin);
      expect(own.status, role).toBe(isStaff ? 403 : 200);
      if (!isStaff) expect(own.body.integration).toBe('Alpina');
    }
    expect(integrationRoles.length).toBe(3);
  });

  it('[OPEN-93] binds the people an integration’s administrator makes to that integration', async () => {
    expect((await create({ ...person, integration: 'Baltica' }, alpinaAdmin)).status).toBe(404);
    expect((await create({ ...person, integration: 'Nowhere' }, alpinaAdmin)).status).toBe(404);
    expect((await create(person, alpinaAdmin)).body.integration).toBe('Alpina');
    const lost = await hub.tokenOf({ ...chief, integration: 'Nowhere' });
    expect((await create({ ...person, username: 'lost', email: 'lost@x.test' }, lost)).status).toBe(404);
  });
});

describe('PUT /api/user/kc/:id', () => {
  it('[API-098][USER-18] changes address, role and platform, and nothing that was not named', async () => {
    const { status, body } = await update(guest.id, {
      userAttributes: { email: 'other@alpina.test' },
      clientRolesToAdd: ['integration_manager'],
      clientRolesToRemove: ['integration_guest'],
      platformId: hub.alpina.platformId,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'other@alpina.test',
      role: 'integration_manager',
      integration: 'Alpina',
      platform: { id: hub.alpina.platformId, name: 'Alpina Brand' },
      platformId: hub.alpina.platformId,
    });
    const kept = await update(guest.id, { userAttributes: { email: 'third@alpina.test' } });
    expect(kept.body).toMatchObject({ role: 'integration_manager', platformId: hub.alpina.platformId });
    expect((await update(guest.id, { platformId: null })).body.platform).toBeNull();
    expect((await update(guest.id, {})).body).toMatchObject({ email: 'third@alpina.test' });
  });

  it('[ERR-111][USER-17] refuses what cannot be, beside its field, and changes nothing', async () => {
    const tried: [object, number, object][] = [
      [{ userAttributes: { email: 'no' } }, 422, { 'userAttributes.email': 'Invalid email address' }],
      [{ userAttributes: { email: 'CHIEF@ludus.test' } }, 409, { email: 'Email already exists' }],
      [{ clientRolesToRemove: ['integration_guest'] }, 422, { clientRolesToAdd: 'Role is required' }],
      [
        { clientRolesToAdd: ['integration_manager'] },
        422,
        { clientRolesToAdd: 'A user can have only one role: remove the other.' },
      ],
      [
        { platformId: hub.baltica.platformId },
        422,
        { platformId: 'This platform does not belong to the integration.' },
      ],
      [{ integration: null }, 422, { integration: 'Integration is required' }],
      [{ integration: 'Nowhere' }, 422, { integration: 'This integration does not exist.' }],
      [{ username: 'x' }, 422, {}],
    ];
    const before = await hub.listed(admin);
    for (const [body, status, fields] of tried) {
      const answer = await update(guest.id, body);
      expect([answer.status, answer.body.fields], JSON.stringify(body)).toEqual([
        status,
        expect.objectContaining(fields),
      ]);
    }
    expect((await update('no-one', {})).status).toBe(404);
    expect(await hub.listed(admin)).toEqual(before);
  });

  it('[OPEN-93] moves someone to another integration, into the provider and back, with the integration that needs', async () => {
    await update(guest.id, { platformId: hub.alpina.platformId });
    expect((await update(guest.id, { integration: 'Baltica' })).body).toMatchObject({
      integration: 'Baltica',
      platform: null,
    });
    const staff = { clientRolesToAdd: ['ludus_manager'], clientRolesToRemove: ['integration_guest'] };
    expect((await update(guest.id, staff)).body).toMatchObject({ role: 'ludus_manager', integration: null });
    const back = { clientRolesToAdd: ['integration_admin'], clientRolesToRemove: ['ludus_manager'] };
    expect((await update(guest.id, back)).body.fields).toEqual({ integration: 'Integration is required' });
    expect((await update(guest.id, { ...back, integration: 'Alpina' })).body).toMatchObject({
      role: 'integration_admin',
      integration: 'Alpina',
    });
  });

  it('[ROLE-19] has an integration’s administrator neither give a role of the provider nor move people', async () => {
    const promote = { clientRolesToAdd: ['ludus_admin'], clientRolesToRemove: ['integration_guest'] };
    expect((await update(guest.id, promote, alpinaAdmin)).status).toBe(403);
    expect((await update(chief.id, { clientRolesToAdd: ['ludus_manager'] }, alpinaAdmin)).status).toBe(403);
    expect((await update(guest.id, { integration: 'Baltica' }, alpinaAdmin)).status).toBe(404);
    expect((await update(guest.id, { integration: null }, alpinaAdmin)).status).toBe(404);
    const own = { clientRolesToAdd: ['integration_admin'], clientRolesToRemove: ['integration_guest'] };
    expect((await update(guest.id, { ...own, integration: 'alpina' }, alpinaAdmin)).body.role).toBe(
      'integration_admin',
    );
  });

  it('[OPEN-92] leaves the provider an administrator, also when two demote each other at once', async () => {
    const demote = { clientRolesToAdd: ['ludus_manager'], clientRolesToRemove: ['ludus_admin'] };
    expect((await update(boss.id, demote)).status).toBe(409);
    const second = await hub.addAccount('second', 'ludus_admin');
    const { infra, stores, identityProvider, tokenRevocations } = hub;
    const service = createAdministration({
      ...infra,
      tokenRevocations,
      addressesChanged: async () => {},
      ...(identityProvider ? { identityProvider } : {}),
    });
    const answers = await Promise.allSettled([
      service.update(actorFor(boss), second.id, roleChange('ludus_manager', 'ludus_admin')),
      service.update(actorFor(second), boss.id, roleChange('ludus_manager', 'ludus_admin')),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } });
    const left = await stores.postgres.db.selectFrom('accounts').select('roles').execute();
    expect(left.filter(({ roles }) => roles.includes('ludus_admin')).length).toBe(1);
  });
});
