import { rm } from 'node:fs/promises';
import { identityFromClaims, isValidIdentity, type TokenClaims } from '@ludus/contract';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  claimsIn,
  type RunningIdentity,
  runIdentity,
  type Tokens,
} from '../../../test/support/identity/identity-hub.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { sessionIdleSeconds } from './identity.lifetimes.ts';

let postgres: Postgres;
const setEnabled = (id: string, enabled: boolean) =>
  postgres.db.updateTable('accounts').set({ enabled }).where('id', '=', id).execute();
let settings: Settings;
let clock: FixedClock;
let hub: RunningIdentity;
let client: Client;
let port: number;

const start = (): Promise<RunningIdentity> =>
  runIdentity({ settings, postgres, clock, log: silentLog, port });

beforeAll(async () => {
  postgres = await openTestPostgres();
  settings = testSettings({ sandbox: true, dataDir: await temporaryFolder('identity') });
  // The provider goes by the machine's own time; the hub's clock starts there and is moved by the tests.
  clock = fixedClock(systemClock.now().toISOString());
  port = await freePort();
  hub = await start();
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
});

afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(settings.dataDir, { recursive: true, force: true });
});

const signIn = (username: string, browser = new Browser()): Promise<Tokens> =>
  client.signIn(browser, username, 'ludus-demo');

async function refreshed(token: string): Promise<Tokens> {
  const response = await client.refresh(token);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Tokens;
}

async function expectRefused(token: string): Promise<void> {
  const response = await client.refresh(token);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
}

describe('[AUTH-01] signing in at the built-in realm', () => {
  it('[AUTH-10] describes itself at the address Keycloak would use, with the paths of Keycloak', async () => {
    const response = await fetch(`${hub.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      issuer: `${hub.origin}/realms/ludus`,
      authorization_endpoint: `${hub.issuer}/protocol/openid-connect/auth`,
      token_endpoint: `${hub.issuer}/protocol/openid-connect/token`,
      jwks_uri: `${hub.issuer}/protocol/openid-connect/certs`,
      end_session_endpoint: `${hub.issuer}/protocol/openid-connect/logout`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    });
  });

  it('[AUTH-04][AUTH-05][AUTH-07] leads to tokens that name roles and integration as Keycloak does', async () => {
    const tokens = await signIn('alpina.admin');
    expect(tokens).toMatchObject({ expires_in: 300, token_type: 'Bearer' });
    const access = await client.verify(tokens.access_token);
    expect(access).toMatchObject({
      iss: hub.issuer,
      aud: 'urn:ludus:api',
      azp: 'ludus-hub',
      preferred_username: 'alpina.admin',
      email: 'alpina.admin@ludus.example',
      resource_access: { 'ludus-hub': { roles: ['integration_admin'] } },
      attributes: { integration: ['Alpina'] },
    });
    for (const claims of [access, claimsIn(tokens.id_token)]) {
      const identity = identityFromClaims(claims as unknown as TokenClaims, 'ludus-hub');
      expect(identity).toEqual({
        userId: access.sub,
        username: 'alpina.admin',
        email: 'alpina.admin@ludus.example',
        roles: ['integration_admin'],
        integrationName: 'Alpina',
      });
      expect(isValidIdentity(identity)).toBe(true);
    }
  });

  it('[AUTH-05] gives provider staff no integration', async () => {
    const claims = await client.verify((await signIn('manager')).access_token);
    const identity = identityFromClaims(claims as unknown as TokenClaims, 'ludus-hub');
    expect(identity).toMatchObject({ roles: ['ludus_manager'], integrationName: null });
    expect(isValidIdentity(identity)).toBe(true);
  });

  it('[OPEN-01] lets this process check tokens without asking over HTTP', async () => {
    const { access_token } = await signIn('admin');
    const keys = hub.identity.localJwks();
    if (keys === undefined) throw new Error('the built-in provider has keys');
    const { payload } = await jwtVerify(access_token, keys, {
      issuer: hub.issuer,
      audience: 'urn:ludus:api',
    });
    expect(payload.preferred_username).toBe('admin');
  });

  it('is refused without PKCE, for another client, and towards an origin that is not the hub', async () => {
    const browser = new Browser();
    const bare = new URL(client.authorizeUrl());
    bare.searchParams.delete('code_challenge');
    bare.searchParams.delete('code_challenge_method');
    const noPkce = await browser.open(bare.href, { stopAt: client.returnUri });
    expect(new URL(noPkce.url).searchParams.get('error')).toBe('invalid_request');
    for (const [name, value] of [
      ['client_id', 'another'],
      ['redirect_uri', 'https://evil.example/'],
      ['redirect_uri', `${hub.origin}@evil.example/`],
    ] as const) {
      const page = await browser.open(client.authorizeUrl({ [name]: value }));
      expect(page).toMatchObject({ status: 400 });
      expect(page.url).toContain(hub.issuer);
      expect(page.text).toContain('Invalid sign-in link');
    }
  });

  it('happens once: a browser that is signed in gets new tokens without the page', async () => {
    const browser = new Browser();
    await signIn('admin', browser);
    const silent = await browser.open(client.authorizeUrl({ prompt: 'none' }), {
      stopAt: client.returnUri,
    });
    expect((await client.redeem(silent)).access_token).toBeTruthy();
    const stranger = await new Browser().open(client.authorizeUrl({ prompt: 'none' }), {
      stopAt: client.returnUri,
    });
    expect(new URL(stranger.url).searchParams.get('error')).toBe('login_required');
  });

  it('knows the API by the standard parameter too, and no other API', async () => {
    const named = { resource: 'urn:ludus:api', ui_locales: 'it', scope: 'openid profile email roles extra' };
    const browser = new Browser();
    const page = await browser.open(client.authorizeUrl(named));
    const form = { username: 'admin', password: 'ludus-demo' };
    const tokens = await client.redeem(await browser.open(page.url, { form, stopAt: client.returnUri }));
    expect(claimsIn(tokens.access_token).aud).toBe('urn:ludus:api');
    const refreshed = await client.token({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      resource: 'urn:ludus:api',
    });
    expect(refreshed.status).toBe(200);
    const other = await browser.open(client.authorizeUrl({ resource: 'urn:another:api' }), {
      stopAt: client.returnUri,
    });
    expect(new URL(other.url).searchParams.get('error')).toBe('invalid_target');
  });

  it('works from 127.0.0.1 too: the page is at the public name, the way back to the name that asked', async () => {
    const twin = new Client(hub.issuer.replace('localhost', '127.0.0.1'), `http://127.0.0.1:${port}/`);
    const tokens = await twin.signIn(new Browser(), 'admin', 'ludus-demo');
    expect(claimsIn(tokens.access_token).iss).toBe(hub.issuer);
  });

  it('answers scripts of the hub only', async () => {
    const asked = (origin: string): Promise<Response> =>
      fetch(`${hub.issuer}/protocol/openid-connect/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          client_id: 'ludus-hub',
          grant_type: 'refresh_token',
          refresh_token: 'x',
        }),
      });
    const own = await asked(hub.origin);
    expect(own.headers.get('access-control-allow-origin')).toBe(hub.origin);
    const foreign = await asked('https://evil.example');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect(await foreign.json()).toMatchObject({ error: 'invalid_request' });
  });
});

describe('[AUTH-03] refreshing', () => {
  it('gives new tokens and a new refresh token, with the roles of that moment', async () => {
    const first = await signIn('alpina.manager');
    const next = await refreshed(first.refresh_token);
    expect(next.refresh_token).not.toBe(first.refresh_token);
    expect(await client.verify(next.access_token)).toMatchObject({
      resource_access: { 'ludus-hub': { roles: ['integration_manager'] } },
    });
    expect(claimsIn(next.id_token)).toMatchObject({ attributes: { integration: ['Alpina'] } });
  });

  it('keeps every tab of a browser signed in, whichever was opened last', async () => {
    const browser = new Browser();
    const first = await signIn('admin', browser);
    const second = await client.redeem(
      await browser.open(client.authorizeUrl(), { stopAt: client.returnUri }),
    );
    await refreshed((await refreshed(first.refresh_token)).refresh_token);
    await refreshed(second.refresh_token);
  });

  it('ends with the account: a disabled one gets no token and no session', async () => {
    const browser = new Browser();
    const tokens = await signIn('baltica.admin', browser);
    const account = await hub.identity.findAccountByUsername('Baltica.Admin');
    if (account === undefined) throw new Error('found by name without case');
    await setEnabled(account.id, false);
    await expectRefused(tokens.refresh_token);
    const page = await browser.open(client.authorizeUrl(), { stopAt: client.returnUri });
    expect(page.url).toContain('/sign-in/');
    expect((await client.submit(browser, 'baltica.admin', 'ludus-demo')).text).toContain(
      'Wrong username or password.',
    );
    await setEnabled(account.id, true);
    await signIn('baltica.admin', browser);
  });

  it('lists where an account is signed in from, and asks for the password after a long absence', async () => {
    const browser = new Browser();
    const tokens = await signIn('alpina.guest', browser);
    const { sub = '' } = claimsIn(tokens.access_token);
    const started = systemClock.now();
    clock.advance(60_000);
    await refreshed(tokens.refresh_token);
    const [session, ...others] = (await hub.identity.identityProvider?.sessions(sub)) ?? [];
    expect(others).toEqual([]);
    expect(session).toMatchObject({ ipAddress: '127.0.0.1', lastAccess: clock.now() });
    expect(session?.start.getTime()).toBeLessThanOrEqual(started.getTime());
    clock.advance(sessionIdleSeconds * 1000);
    expect(await hub.identity.identityProvider?.sessions(sub)).toEqual([]);
    const page = await browser.open(client.authorizeUrl(), { stopAt: client.returnUri });
    expect(page.url).toContain('/sign-in/');
  });
});

describe('[AUTH-09] signing out', () => {
  const logout = (hint: Record<string, string>): string =>
    `${hub.issuer}/protocol/openid-connect/logout?${new URLSearchParams({
      post_logout_redirect_uri: `${hub.origin}/`,
      client_id: 'ludus-hub',
      state: 'bye',
      ...hint,
    })}`;

  it('goes straight back to the hub and ends session and refresh token', async () => {
    const browser = new Browser();
    const tokens = await signIn('admin', browser);
    const back = await browser.open(logout({ id_token_hint: tokens.id_token }), {
      stopAt: `${hub.origin}/?`,
    });
    expect(back.url).toBe(`${hub.origin}/?state=bye`);
    await expectRefused(tokens.refresh_token);
    const page = await browser.open(client.authorizeUrl(), { stopAt: client.returnUri });
    expect(page.text).toContain('Sign in to the hub');
    const again = await browser.open(logout({}), { stopAt: `${hub.origin}/?` });
    expect(again.url).toBe(`${hub.origin}/?state=bye`);
  });

  it('asks first when another site might have sent the person', async () => {
    const browser = new Browser();
    const tokens = await signIn('admin', browser);
    const page = await browser.open(logout({}));
    expect(page.text).toContain('Sign out of the hub?');
    await refreshed(tokens.refresh_token);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const done = await browser.open(`${hub.issuer}/protocol/openid-connect/logout/confirm`, {
      form: { xsrf, logout: 'yes' },
      stopAt: `${hub.origin}/?`,
    });
    expect(done.url).toBe(`${hub.origin}/?state=bye`);
  });

  it('leads nowhere but to the hub', async () => {
    const page = await new Browser().open(logout({ post_logout_redirect_uri: 'https://evil.example/' }));
    expect(page.status).toBe(400);
  });
});

describe('a restart', () => {
  it('[AUTH-01] keeps people signed in: cookies, refresh tokens, access tokens and open pages go on', async () => {
    const browser = new Browser();
    const tokens = await signIn('admin', browser);
    const waiting = new Browser();
    const openPage = await waiting.open(client.authorizeUrl());
    // Nothing is written on the way down, so a killed process leaves the same behind.
    await hub.app.close();
    hub = await start();
    await client.verify(tokens.access_token);
    const next = await refreshed(tokens.refresh_token);
    expect(next.access_token).toBeTruthy();
    const silent = await browser.open(client.authorizeUrl({ prompt: 'none' }), {
      stopAt: client.returnUri,
    });
    expect(new URL(silent.url).searchParams.get('code')).toBeTruthy();
    const signedIn = await waiting.open(openPage.url, {
      form: { username: 'admin', password: 'ludus-demo' },
      stopAt: client.returnUri,
    });
    expect((await client.redeem(signedIn)).access_token).toBeTruthy();
  });

  it('leaves no token or key readable in the database', async () => {
    const tokens = await signIn('admin');
    const { rows } = await postgres.pool.query<{ text: string }>(
      `SELECT payload::text AS text FROM oidc_payloads UNION ALL SELECT ciphertext FROM oidc_keys`,
    );
    const everything = rows.map((row) => row.text).join('\n');
    expect(everything).not.toContain(tokens.refresh_token);
    expect(everything).not.toMatch(/"d":/);
  });
});
