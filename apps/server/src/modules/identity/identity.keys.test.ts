import { rm } from 'node:fs/promises';
import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  type RunningIdentity,
  runIdentity,
} from '../../../test/support/identity/identity-hub.ts';
import { systemClock } from '../../infra/clock/index.ts';
import { openEncryptor, Secret } from '../../infra/crypto/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { loadProviderKeys } from './identity.keys.ts';
import { insertKey } from './oidc-keys.repo.ts';

let postgres: Postgres;
let dataDir: string;
let hub: RunningIdentity | undefined;

beforeEach(async () => {
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('identity-keys');
});

afterEach(async () => {
  await hub?.close();
  hub = undefined;
  await postgres.close();
  await rm(dataDir, { recursive: true, force: true });
});

const deps = () => ({ settings: testSettings({ dataDir }), postgres, clock: systemClock, log: silentLog });

/** Signs in at a hub on these stores and returns its tokens, once the published keys have confirmed them. */
async function tokens() {
  const port = await freePort();
  const settings = testSettings({ sandbox: true, dataDir, port, publicUrl: `http://localhost:${port}` });
  hub = await runIdentity({ ...deps(), settings, port });
  await hub.identity.ensureDemoAccounts();
  const client = new Client(hub.issuer, `${hub.origin}/`);
  const made = await client.signIn(new Browser(), 'admin', 'ludus-demo');
  await client.verify(made.access_token);
  return made;
}

const algorithmsOf = ({ access_token, id_token }: { access_token: string; id_token: string }) =>
  [access_token, id_token].map((token) => decodeProtectedHeader(token).alg);

describe('the key that signs tokens', () => {
  it('is a new one of ECDSA, of which only the public half is published', async () => {
    const keys = await loadProviderKeys(deps());
    const [published, ...others] = keys.publicKeys.keys;
    expect(others).toEqual([]);
    expect(Object.keys(published ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(published).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig' });
    expect(algorithmsOf(await tokens())).toEqual(['ES256', 'ES256']);
  });

  it('that an older hub has stored goes on', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(privateKey);
    const stored = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
    const encryptor = await openEncryptor(deps().settings);
    const ciphertext = encryptor.encrypt(new Secret(JSON.stringify(stored)), 'openid provider signing');
    await insertKey(postgres.db, { name: 'signing', purpose: 'signing', ciphertext, at: systemClock.now() });

    const { publicKeys } = await loadProviderKeys(deps());
    const [published] = publicKeys.keys;
    expect(Object.keys(published ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(algorithmsOf(await tokens())).toEqual(['RS256', 'RS256']);
  });
});
