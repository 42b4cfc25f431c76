import { rm } from 'node:fs/promises';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import { systemClock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { trustsProxy } from '../../infra/http/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { callerAddress } from './identity.origins.ts';
import { createIdentityModule, type IdentityModule } from './index.ts';

let postgres: Postgres;
let dataDir: string;

beforeAll(async () => {
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('identity-module');
});
afterAll(async () => {
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

function identity(overrides: Partial<Settings> = {}): IdentityModule {
  const settings = testSettings({ dataDir, ...overrides });
  return createIdentityModule({ settings, postgres, clock: systemClock, log: silentLog });
}

describe('demo accounts', () => {
  it('exist only with the sandbox, on a hub that only this machine reaches', async () => {
    expect(await identity({ sandbox: false }).ensureDemoAccounts()).toEqual([]);
    expect(await identity({ sandbox: true, host: '0.0.0.0' }).ensureDemoAccounts()).toEqual([]);
    const behindProxy = { sandbox: true, host: '127.0.0.1', publicUrl: 'https://hub.example.com' };
    expect(await identity(behindProxy).ensureDemoAccounts()).toEqual([]);
    expect(await identity().findAccountByUsername('admin')).toBeUndefined();
  });

  it('[AUTH-04] are made once, each with exactly one role, and never reset', async () => {
    const demo = identity({ sandbox: true });
    const made = await demo.ensureDemoAccounts();
    expect(made).toEqual([
      'admin',
      'deputy',
      'manager',
      'alpina.admin',
      'alpina.manager',
      'alpina.guest',
      'baltica.admin',
    ]);
    const before = await Promise.all(made.map((name) => demo.findAccountByUsername(name)));
    expect(before.map((account) => account?.roles.length)).toEqual(made.map(() => 1));
    expect(before.at(-1)).toMatchObject({ integrationName: 'Baltica', email: 'baltica.admin@ludus.example' });
    expect(await demo.ensureDemoAccounts()).toEqual([]);
    expect(await Promise.all(made.map((name) => demo.findAccountByUsername(name)))).toEqual(before);
  });
});

describe('the first administrator', () => {
  it('gets a password that was made up and must be changed, or the given one', async () => {
    const first = await identity().createAdmin({ username: 'ada', email: 'ada@ludus.example' });
    expect(first.generatedPassword).toMatch(/^[\w-]{22}$/);
    expect(first.account).toMatchObject({ roles: ['ludus_admin'], mustChangePassword: true });
    expect(first.account.passwordHash).toMatch(/^\$argon2id\$/);
    const second = await identity().createAdmin({
      username: 'bea',
      email: 'bea@ludus.example',
      password: 'a long password',
    });
    expect(second).toMatchObject({ generatedPassword: null, account: { mustChangePassword: false } });
  });

  it('is refused a name that is taken in any case, and values that cannot work', async () => {
    await identity().createAdmin({ username: 'cleo', email: 'cleo@ludus.example' });
    await expect(
      identity().createAdmin({ username: 'CLEO', email: 'cleo@ludus.example' }),
    ).rejects.toMatchObject({ status: 409 });
    await expect(
      identity().createAdmin({ username: 'dora', email: 'dora@ludus.example', password: 'ludus-demo' }),
    ).rejects.toMatchObject({ status: 422, fields: { password: expect.any(String) } });
    await expect(
      identity().createAdmin({ username: 'two words', email: 'none', password: 'short' }),
    ).rejects.toMatchObject({
      status: 422,
      fields: { username: expect.any(String), email: expect.any(String), password: expect.any(String) },
    });
  });
});

describe('[AUTH-10] an external issuer', () => {
  it('is named as it is configured, and nothing of the built-in provider is served', async () => {
    const external = identity({ oidcIssuer: 'https://id.example.com/realms/ludus', sandbox: true });
    expect(external.issuer).toBe('https://id.example.com/realms/ludus');
    expect(external.plugin).toBeUndefined();
    expect(external.localJwks()).toBeUndefined();
    expect(await external.ensureDemoAccounts()).toEqual([]);
    await external.start?.();
    await external.stop?.();
  });

  it('left out, is the built-in one at the public origin', async () => {
    const builtIn = identity({ publicUrl: 'https://hub.example.com' });
    expect(builtIn.issuer).toBe('https://hub.example.com/realms/ludus');
    const app = fastify();
    if (builtIn.plugin !== undefined) await app.register(builtIn.plugin);
    const response = await app.inject('/realms/ludus/.well-known/openid-configuration');
    await app.close();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      issuer: 'https://hub.example.com/realms/ludus',
      token_endpoint: 'https://hub.example.com/realms/ludus/protocol/openid-connect/token',
    });
  });

  it('marks its cookies for https only, and believes no other host name', async () => {
    const app = fastify();
    const { plugin } = identity({ publicUrl: 'https://hub.example.com' });
    if (plugin !== undefined) await app.register(plugin);
    const response = await app.inject({
      url: `/realms/ludus/protocol/openid-connect/auth?${new URLSearchParams({
        client_id: 'ludus-hub',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: 'https://hub.example.com/',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })}`,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    });
    await app.close();
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toMatch(/^\/realms\/ludus\/sign-in\//);
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i);
    expect(JSON.stringify(response.headers)).not.toContain('evil');
  });

  it('throttles by the address that the proxy names, not by the proxy', async () => {
    const app = fastify({ trustProxy: trustsProxy({ publicUrl: 'https://hub.example.com' }) });
    app.get('/', async (request) => callerAddress(request));
    const headers = { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' };
    const asked = (remoteAddress: string) => app.inject({ url: '/', remoteAddress, headers });
    expect((await asked('10.0.0.2')).body).toBe('203.0.113.9');
    expect((await asked('198.51.100.7')).body).toBe('198.51.100.7');
    await app.close();
  });
});
