/** The hub on a real Keycloak whose realm is `deploy/keycloak-realm.json`; `npm run test:keycloak` starts it. */
import { randomBytes } from 'node:crypto';
import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { systemEndpoints } from '@ludus/contract';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remoteKeys } from '../src/infra/auth/index.ts';
import { loadSettings } from '../src/infra/config/settings.ts';
import { createIdentityModule } from '../src/modules/identity/index.ts';
import { createUsersModule, type IdentityProvider } from '../src/modules/users/index.ts';
import { addIntegration } from './catalogue.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { describeIdentityProvider } from './support/identity/account-guarantees.ts';
import { Browser, Client, claimsIn, type Page } from './support/identity/identity-hub.ts';

const { KEYCLOAK_ISSUER = '', KEYCLOAK_SECRET = '', KEYCLOAK_REDIRECT = '' } = process.env;
const chosen = 'a password of my own';

let hub: TestHub;
let identityProvider: IdentityProvider;
let client: Client;
let admin: string;

beforeAll(async () => {
  const { oidcIssuer, keycloakAdmin } = loadSettings({
    OIDC_ISSUER: KEYCLOAK_ISSUER,
    KEYCLOAK_ADMIN_CLIENT_SECRET: KEYCLOAK_SECRET,
  });
  let alpina = { id: 0, name: 'Alpina' };
  hub = await startTestHub({
    role: 'api',
    settings: { oidcIssuer, keycloakAdmin },
    compose: (infra, { changes }) => {
      const identity = createIdentityModule(infra);
      if (identity.identityProvider === undefined) throw new Error('Keycloak is not set.');
      identityProvider = identity.identityProvider;
      const users = createUsersModule(infra, { changes, identityProvider });
      return {
        modules: [users],
        contract: [...systemEndpoints, ...(users.endpoints ?? []).map(({ endpoint }) => endpoint)],
        integrations: { findByName: async (name) => (name === alpina.name ? alpina : null) },
        identity: { issuer: identity.issuer, keys: remoteKeys(identity.issuer) },
        recordSeen: users.recordSeen,
        revokedTokens: users.tokenRevocations,
      };
    },
  });
  alpina = await addIntegration(hub.stores.postgres.db, 'Alpina');
  client = new Client(KEYCLOAK_ISSUER, `${KEYCLOAK_REDIRECT}/`);
  const username = nameOf('admin');
  const account = { username, email: `${username}@ludus.test`, password: 'a temporary one' };
  const { db } = hub.stores.postgres;
  await identityProvider.create(db, { ...account, role: 'ludus_admin', integrationName: null });
  admin = (await client.redeem(await signInFirst(new Browser(), username, 'a temporary one'))).access_token;
});
afterAll(() => hub?.close());

const nameOf = (part: string) => `${part}-${randomBytes(4).toString('hex')}`;

/** Sends the one form of a page of Keycloak. */
function send(browser: Browser, page: Page, form: Record<string, string>): Promise<Page> {
  const action = /<form[^>]*\saction="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
  if (action === undefined)
    throw new Error(`no form at ${page.url}: ${page.status} ${page.text.slice(0, 500)}`);
  return browser.open(action, { form, stopAt: client.redirectUri });
}

async function signIn(browser: Browser, username: string, password: string): Promise<Page> {
  const page = await browser.open(client.authorizeUrl(), { stopAt: client.redirectUri });
  return send(browser, page, { username, password, credentialId: '' });
}

async function signInFirst(browser: Browser, username: string, temporary: string): Promise<Page> {
  const page = await signIn(browser, username, temporary);
  expect(page.text).toContain('password-new');
  return send(browser, page, { username, 'password-new': chosen, 'password-confirm': chosen });
}

describeIdentityProvider('Keycloak', () => ({ identityProvider, postgres: hub.stores.postgres }));

describe('[AUTH-01][API-097] someone whom the hub made in Keycloak', () => {
  const username = nameOf('nina');
  let id = '';
  let refreshToken = '';
  let accessToken = '';
  const me = (token: string) => hub.get('/me', token);

  it('signs in with the temporary password, must change it, and is who the hub said', async () => {
    const body = {
      username,
      email: `${username}@alpina.test`,
      role: 'integration_guest',
      integration: 'alpina',
    };
    const created = await hub.call('POST', '/user/kc/new', { token: admin, body });
    expect(created).toMatchObject({ status: 200, body: { mustChangePassword: true, kcOnly: false } });
    id = created.body.keycloakUserId;
    const tokens = await client.redeem(await signInFirst(new Browser(), username, created.body.password));
    ({ refresh_token: refreshToken, access_token: accessToken } = tokens);
    expect(claimsIn(accessToken)).toMatchObject({
      sub: id,
      aud: expect.arrayContaining(['urn:ludus:api']),
      resource_access: { 'ludus-hub': { roles: ['integration_guest'] } },
      attributes: { integration: ['Alpina'] },
    });
    expect((await me(accessToken)).body).toMatchObject({
      roles: ['integration_guest'],
      integration: { name: 'Alpina' },
    });
    const { body: user } = await hub.get(`/user/kc/${id}`, admin);
    expect(user).toMatchObject({ username, mustChangePassword: false, localOnly: false, kcOnly: false });
  });

  it('[USER-06] is signed in from somewhere since a time', async () => {
    const { body } = await hub.get(`/user/kc/${id}/sessions`, admin);
    expect(body).toMatchObject([{ ipAddress: '127.0.0.1', id: expect.any(String) }]);
    expect(Math.abs(Date.now() - Date.parse(body[0].start))).toBeLessThan(120_000);
  });

  it('[USER-18] has another role with the next token, and none with the former', async () => {
    const body = { clientRolesToAdd: ['integration_manager'], clientRolesToRemove: ['integration_guest'] };
    expect((await hub.call('PUT', `/user/kc/${id}`, { token: admin, body })).status).toBe(200);
    expect((await me(accessToken)).status).toBe(401);
    const tokens = await (await client.refresh(refreshToken)).json();
    ({ refresh_token: refreshToken, access_token: accessToken } = tokens as {
      refresh_token: string;
      access_token: string;
    });
    expect((await me(accessToken)).body.roles).toEqual(['integration_manager']);
  });

  it('[API-099] is out at once when deleted, sockets included, and Keycloak refreshes nothing', async () => {
    const socket = io(hub.url, {
      auth: { token: accessToken },
      transports: ['websocket'],
      reconnection: false,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve());
      socket.once('connect_error', reject);
    });
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    expect((await hub.call('DELETE', `/user/kc/${id}`, { token: admin })).status).toBe(200);
    await ended;
    expect((await me(accessToken)).status).toBe(401);
    expect((await client.refresh(refreshToken)).status).toBe(400);
  });

  it('[ERR-106] is made once when asked for twice at the same moment', async () => {
    const body = { username: nameOf('twice'), email: `${nameOf('t')}@alpina.test`, role: 'ludus_manager' };
    const answers = await Promise.all(
      [1, 2].map(() => hub.call('POST', '/user/kc/new', { token: admin, body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('[OPEN-01][AUTH-04][AUTH-05] the rights of this moment', () => {
  it('are those of a sign-in: by group too, and none once disabled in the console of Keycloak', async () => {
    const { db } = hub.stores.postgres;
    const username = nameOf('gina');
    const { subject } = await identityProvider.create(db, {
      username,
      email: `${username}@ludus.test`,
      role: 'integration_guest',
      integrationName: null,
      password: 'a temporary one',
    });
    const held = async () => {
      const identity = await identityProvider.identity(db, subject);
      return identity && [identity.roles, identity.integrationName];
    };
    expect(await held()).toEqual([['integration_guest'], null]);
    const { keycloakAdmin } = hub.infra.settings;
    if (keycloakAdmin === undefined) throw new Error('Keycloak is not set.');
    const { baseUrl, realm: realmName, clientId, clientSecret } = keycloakAdmin;
    const inConsole = new KeycloakAdminClient({ baseUrl, realmName });
    await inConsole.auth({ grantType: 'client_credentials', clientId, clientSecret });
    const [roleClient] = await inConsole.clients.find({ clientId: 'ludus-hub' });
    const clientUniqueId = roleClient?.id ?? '';
    const role = await inConsole.clients.findRole({ id: clientUniqueId, roleName: 'integration_admin' });
    const attributes = { integration: ['Alpina'] };
    const group = await inConsole.groups.create({ name: nameOf('group'), attributes });
    await inConsole.groups.addClientRoleMappings({
      id: group.id,
      clientUniqueId,
      roles: [{ id: role?.id ?? '', name: 'integration_admin' }],
    });
    await inConsole.users.addToGroup({ id: subject, groupId: group.id });
    expect(await held()).toEqual([['integration_admin', 'integration_guest'], 'Alpina']);
    // Users administration decides by the same roles, and cannot take one that a group gives.
    const effective = ['integration_admin', 'integration_guest'];
    expect((await identityProvider.find(db, subject))?.roles).toEqual(effective);
    const listed = await identityProvider.list(db);
    expect(listed.find((user) => user.subject === subject)?.roles).toEqual(effective);
    await expect(identityProvider.update(db, subject, { role: 'integration_manager' })).rejects.toMatchObject(
      {
        status: 409,
      },
    );
    expect((await identityProvider.find(db, subject))?.roles).toEqual(effective);
    await inConsole.users.update({ id: subject }, { enabled: false });
    expect(await held()).toBeUndefined();
  });
});

describe('[API-101] a synchronisation with Keycloak', () => {
  it('[OPEN-94] finds who was made and removed there, and changes nothing before it is confirmed', async () => {
    const { db } = hub.stores.postgres;
    const make = (username: string) =>
      identityProvider.create(db, {
        username,
        email: `${username}@ludus.test`,
        role: 'ludus_manager',
        integrationName: null,
        password: 'a temporary one',
      });
    const sync = async (confirm: boolean) => (await hub.get(`/users/kc/sync/${confirm}`, admin)).body;
    const gone = await make(nameOf('gone'));
    await sync(true);
    const added = await make(nameOf('added'));
    await identityProvider.remove(db, gone.subject);
    const dry = await sync(false);
    expect(dry.usersToDelete.map(({ username }: { username: string }) => username)).toEqual([gone.username]);
    expect(dry.created).toBe(1);
    const stand = async (subject: string) =>
      (await hub.get('/users', admin)).body.rows.some(({ userId }: { userId: string }) => userId === subject);
    expect([await stand(gone.subject), await stand(added.subject)]).toEqual([true, false]);
    await sync(true);
    expect([await stand(gone.subject), await stand(added.subject)]).toEqual([false, true]);
  });
});
