import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/harness.ts';
import {
  type AdministrationHub,
  startAdministrationHub,
} from '../../../test/support/users/administration-hub.ts';
import { createKeycloakAccounts } from './keycloak.accounts.ts';

interface Person {
  id: string;
  username: string;
  integration?: string;
  /** Roles given to the user. */
  given: string[];
  /** Roles that come by groups and composite roles. */
  inherited: string[];
}

const ids = {
  // Signed in: the others are administered by these two.
  boss: '00000000-0000-4000-8000-000000000001',
  chief: '00000000-0000-4000-8000-000000000002',
  guest: '00000000-0000-4000-8000-000000000003',
  // Belongs to Alpina by attribute, and to the provider's staff by a group.
  hidden: '00000000-0000-4000-8000-000000000004',
  // Guest of Alpina by a group only.
  grouped: '00000000-0000-4000-8000-000000000005',
};
const people: Person[] = [
  { id: ids.boss, username: 'boss', given: ['ludus_admin'], inherited: [] },
  { id: ids.chief, username: 'chief', integration: 'Alpina', given: ['integration_admin'], inherited: [] },
  { id: ids.guest, username: 'guest', integration: 'Alpina', given: ['integration_guest'], inherited: [] },
  {
    id: ids.hidden,
    username: 'hidden',
    integration: 'Alpina',
    given: ['integration_guest'],
    inherited: ['ludus_manager'],
  },
  {
    id: ids.grouped,
    username: 'grouped',
    integration: 'Alpina',
    given: [],
    inherited: ['integration_guest'],
  },
];
const roleNames = [
  'ludus_admin',
  'ludus_manager',
  'integration_admin',
  'integration_manager',
  'integration_guest',
];
const roleOf = (name: string) => ({ id: `role-${name}`, name });

let server: Server;
let hub: AdministrationHub;
/** Calls that would change something in Keycloak. */
let changes: string[];

/** Responses of Keycloak 26 to the calls of its admin client. */
function answer(method: string, path: string): unknown {
  if (path.endsWith('/protocol/openid-connect/token')) return { access_token: 'a.e30.c', expires_in: 300 };
  if (method !== 'GET') {
    changes.push(`${method} ${path}`);
    return {};
  }
  const below = path.replace('/admin/realms/ludus', '');
  if (below === '/clients') return [{ id: 'client-1', clientId: 'ludus-hub' }];
  if (below === '/clients/client-1/roles') return roleNames.map(roleOf);
  const holders = /^\/clients\/client-1\/roles\/(\w+)\/users$/.exec(below)?.[1];
  // Keycloak leaves out who has the role by a group or another role.
  if (holders !== undefined) return people.filter(({ given }) => given.includes(holders)).map(userOf);
  if (below === '/users') return people.map(userOf);
  const [, id, rest] = /^\/users\/([^/]+)(.*)$/.exec(below) ?? [];
  const person = people.find((one) => one.id === id);
  if (person === undefined) return undefined;
  if (rest === '') return userOf(person);
  if (rest === '/sessions') return [];
  if (rest === '/role-mappings/clients/client-1') return person.given.map(roleOf);
  if (rest === '/role-mappings/clients/client-1/composite') {
    return [...person.given, ...person.inherited].map(roleOf);
  }
  return undefined;
}

function userOf({ id, username, integration }: Person) {
  return {
    id,
    username,
    email: `${username}@ludus.test`,
    enabled: true,
    createdTimestamp: 0,
    attributes: integration === undefined ? {} : { integration: [integration] },
  };
}

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').replace(/\/?(?:\?.*)?$/, '');
    const body = answer(request.method ?? '', path);
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const identityProvider = createKeycloakAccounts({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    realm: 'ludus',
    clientId: 'ludus-hub-admin',
    clientSecret: 'secret',
    rolesClientId: 'ludus-hub',
    log: silentLog,
  });
  hub = await startAdministrationHub({ identityProvider });
});
afterAll(async () => {
  await hub?.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  changes = [];
});

const tokenOf = (username: 'boss' | 'chief') =>
  hub.tokenOf({
    id: ids[username],
    username,
    role: username === 'boss' ? 'ludus_admin' : 'integration_admin',
    integration: username === 'boss' ? null : 'Alpina',
  });

/** The response to every call on one user. */
async function callsOn(id: string, token: string) {
  const user = `/user/kc/${id}`;
  const calls = [
    ['GET', user],
    ['GET', `${user}/sessions`],
    ['PUT', user, { userAttributes: { email: 'mine@alpina.test' } }],
    ['PUT', user, { clientRolesToAdd: ['integration_manager'], clientRolesToRemove: ['integration_guest'] }],
    ['POST', `${user}/password`, {}],
    ['DELETE', user],
  ] as const;
  const statuses: number[] = [];
  for (const [method, path, body] of calls) {
    statuses.push((await hub.call(method, path, { token, ...(body === undefined ? {} : { body }) })).status);
  }
  return statuses;
}

describe('[ROLE-18] someone of Alpina by attribute who is staff of the provider by a group', () => {
  it('does not exist for an administrator of Alpina, and nothing is changed in Keycloak', async () => {
    const chief = await tokenOf('chief');
    expect(await callsOn(ids.hidden, chief)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(changes).toEqual([]);
    expect((await hub.listed(chief)).map(({ username }) => username)).toEqual(['chief', 'grouped', 'guest']);
  });

  it('is there for an administrator of the provider, with the role that counts', async () => {
    const listed = await hub.listed(await tokenOf('boss'));
    expect(listed.find(({ username }) => username === 'hidden')).toMatchObject({ role: 'ludus_manager' });
    const reset = await hub.call('POST', `/user/kc/${ids.hidden}/password`, {
      token: await tokenOf('boss'),
      body: {},
    });
    expect(reset.status).toBe(200);
    expect(changes).toEqual([
      `PUT /admin/realms/ludus/users/${ids.hidden}/reset-password`,
      `POST /admin/realms/ludus/users/${ids.hidden}/logout`,
    ]);
  });
});

describe('people of Alpina', () => {
  it('are administered by their administrator as before', async () => {
    const chief = await tokenOf('chief');
    expect((await hub.get(`/user/kc/${ids.guest}`, chief)).status).toBe(200);
    const reset = await hub.call('POST', `/user/kc/${ids.guest}/password`, { token: chief, body: {} });
    expect(reset.status).toBe(200);
  });

  it('keep a role that a group gives: the change is refused with the reason, before any of it is made', async () => {
    const refused = await hub.call('PUT', `/user/kc/${ids.grouped}`, {
      token: await tokenOf('chief'),
      body: { clientRolesToAdd: ['integration_manager'], clientRolesToRemove: ['integration_guest'] },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'This user has integration_guest through a group or another role: change that in Keycloak.',
      },
    });
    expect(changes).toEqual([]);
  });
});
