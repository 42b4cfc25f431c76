import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import { type Authenticator, createAuthenticator } from '../../platform/auth/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import { createHttpServer } from '../../platform/http/index.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { freePort } from '../../platform/postgres/cluster.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { Browser, Client } from './identity.testing.ts';
import { createIdentityModule } from './index.ts';

let postgres: Postgres;
let server: FastifyInstance;
let authenticator: Authenticator;
let client: Client;
let origin: string;
let dataDir: string;

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
    directory: { findByName: async (name) => (name === 'Alpina' ? { id: 1, name } : null) },
  });
  server = await createHttpServer({
    settings,
    log: silentLog,
    authenticator,
    metrics: createMetrics(),
    issuer: identity.issuer,
    bindings: [],
    contract: [],
    plugins: [identity.plugin],
  });
  await server.listen({ port, host: '127.0.0.1' });
  client = new Client(identity.issuer, `${origin}/signed-in`);
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
