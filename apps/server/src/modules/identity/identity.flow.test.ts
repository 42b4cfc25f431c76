import { identityFromClaims, isValidIdentity, type TokenClaims } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import { systemClock } from '../../platform/clock/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import {
  Browser,
  Client,
  claimsIn,
  freePort,
  type RunningIdentity,
  runIdentity,
} from './identity.testing.ts';

let postgres: Postgres;
let hub: RunningIdentity;
let client: Client;

beforeAll(async () => {
  postgres = await openTestPostgres();
  const settings = testSettings({ sandbox: true, dataDir: await temporaryFolder('identity') });
  hub = await runIdentity({ settings, postgres, clock: systemClock, log: silentLog, port: await freePort() });
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/signed-in`);
});

afterAll(async () => {
  await hub?.close();
  await postgres?.close();
});

describe('[AUTH-01] signing in at the built-in realm', () => {
  it('describes itself at the address Keycloak would use, with Keycloak’s paths', async () => {
    const response = await fetch(`${hub.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      issuer: hub.issuer,
      authorization_endpoint: `${hub.issuer}/protocol/openid-connect/auth`,
      token_endpoint: `${hub.issuer}/protocol/openid-connect/token`,
      jwks_uri: `${hub.issuer}/protocol/openid-connect/certs`,
      end_session_endpoint: `${hub.issuer}/protocol/openid-connect/logout`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    });
  });

  it('[AUTH-04][AUTH-05][AUTH-07] leads through the page to tokens that name roles and integration as Keycloak does', async () => {
    const tokens = await client.signIn(new Browser(), 'alpina.admin', 'ludus-demo');
    expect(tokens.expires_in).toBe(300);
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
});
