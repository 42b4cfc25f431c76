import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import { Browser, Client } from '../../../test/support/identity/identity-hub.ts';
import { type Authenticator, createAuthenticator } from '../../infra/auth/index.ts';
import { type Clock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { createCallCounts, createHttpServer } from '../../infra/http/index.ts';
import { createMetrics } from '../../infra/metrics/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { createIdentityModule } from './index.ts';

let postgres: Postgres;
let server: FastifyInstance;
let authenticator: Authenticator;
let client: Client;
let origin: string;
let dataDir: string;
let serverWith: (overrides: Partial<Settings>, clock: Clock) => Promise<FastifyInstance>;

beforeAll(async () => {
  postgres = await openTestPostgres();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  dataDir = await temporaryFolder('identity-server');
  const settings = testSettings({ sandbox: true, dataDir, port, publicUrl: origin });
  const identity = createIdentityModule({ settings, postgres, clock: systemClock, log: silentLog });
  await identity.start?.();
  await identity.ensureDemoAccounts();
  const keys = identity.localJwks();
  if (keys === undefined || identity.plugin === undefined) throw new Error('the built-in provider serves');
  authenticator = createAuthenticator({
    issuer: identity.issuer,
    keys,
    clientId: settings.oidcClientId,
    audience: settings.oidcAudience,
    clock: systemClock,
    integrations: { findByName: async (name) => (name === 'Alpina' ? { id: 1, name } : null) },
  });
  const { issuer, plugin } = identity;
  serverWith = (overrides, clock) =>
    createHttpServer({
      settings: { ...settings, ...overrides },
      log: silentLog,
      authenticator,
      metrics: createMetrics(),
      counts: createCallCounts({ clock, log: silentLog }),
      issuer,
      bindings: [],
      contract: [],
      plugins: [plugin],
    });
  server = await serverWith({}, systemClock);
  await server.listen({ port, host: '127.0.0.1' });
  client = new Client(identity.issuer, `${origin}/`);
});

afterAll(async () => {
  await server?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('[AUTH-01] the provider inside the hub’s own server', () => {
  it('[AUTH-02][AUTH-04] signs in, and the hub knows the person by the token', async () => {
    const tokens = await client.signIn(new Browser(), 'alpina.manager', 'ludus-demo');
    const { actor } = await authenticator.authenticate(tokens.access_token);
    expect(actor).toMatchObject({
      username: 'alpina.manager',
      email: 'alpina.manager@ludus.example',
      roles: ['integration_manager'],
      integration: { id: 1, name: 'Alpina' },
    });
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('keeps its own content policy: forms may lead back to the hub, nothing may frame the page', async () => {
    const page = await new Browser().open(client.authorizeUrl());
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${origin} ${origin.replace('localhost', '127.0.0.1')}`);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const error = await new Browser().open(client.authorizeUrl({ client_id: 'another' }));
    expect(error.headers.get('content-security-policy')).toBe(policy);
  });
});

describe('a request to the provider beyond the rate limit', () => {
  it.each([
    ['en', 'Too many requests', 'Try again in 10 seconds.'],
    ['it', 'Troppe richieste', 'Riprova tra 10 secondi.'],
  ])('is refused with a page (%s) and Retry-After where people see it', async (language, title, text) => {
    const limited = await serverWith({ rateLimitAddress: 1 }, fixedClock('2026-11-22T10:00:50.000Z'));
    const headers = { host: new URL(origin).host, 'accept-language': language };
    await limited.inject({ url: '/api/health', headers });
    const { pathname, search } = new URL(client.authorizeUrl());
    for (const url of [`${pathname}${search}`, '/realms/ludus/sign-in/some-id']) {
      const page = await limited.inject({ url, headers });
      expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
        429,
        '10',
        'text/html; charset=utf-8',
      ]);
      expect(page.body).toContain(`<html lang="${language}" data-theme="dark">`);
      expect(page.body).toContain(`<h1>${title}</h1>`);
      expect(page.body).toContain(text);
    }
    const token = await limited.inject({
      method: 'POST',
      url: '/realms/ludus/protocol/openid-connect/token',
      headers,
    });
    expect([token.statusCode, token.headers['retry-after'], token.json().code]).toEqual([
      429,
      '10',
      'too_many_requests',
    ]);
    await limited.close();
  });
});
