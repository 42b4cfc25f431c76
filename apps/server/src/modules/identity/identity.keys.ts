import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';
import type { Clock } from '../../platform/clock/index.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { openVault, Secret, type Vault } from '../../platform/crypto/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { findKey, saveKey } from './oidc-store.repo.ts';

export interface ProviderKeys {
  /** Private keys that sign tokens; the first signs, all verify. */
  privateKeys: JWK[];
  publicKeys: JSONWebKeySet;
  /** Keys that sign the provider's cookies. */
  cookieKeys: string[];
}

interface KeyDeps {
  settings: Pick<Settings, 'dataDir' | 'encryptionKey'>;
  postgres: Postgres;
  clock: Clock;
  log: Log;
}

/**
 * The keys of the provider, made at first start and kept in PostgreSQL, sealed with the hub's encryption key, so that
 * tokens and cookies outlive a restart and several hubs share them.
 */
export async function loadProviderKeys(deps: KeyDeps): Promise<ProviderKeys> {
  const vault = await openVault(deps.settings);
  const signing = JSON.parse(await keptKey(deps, vault, 'signing', makeSigningKey)) as JWK;
  const cookies = await keptKey(deps, vault, 'cookies', async () => randomBytes(32).toString('base64url'));
  const { kty, kid, alg, use, n, e } = signing;
  return {
    privateKeys: [signing],
    publicKeys: { keys: [{ kty, kid, alg, use, n, e } as JWK] },
    cookieKeys: [cookies],
  };
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' });
}

async function keptKey(
  deps: KeyDeps,
  vault: Vault,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const purpose = `openid provider ${name}`;
  const kept = await findKey(deps.postgres.db, name);
  if (kept !== undefined) {
    const opened = openKey(vault, kept, purpose);
    if (opened !== undefined) return opened;
    deps.log.warn({ key: name }, 'a key of the sign-in cannot be opened; a new one ends all sign-ins');
  }
  const sealed = vault.seal(new Secret(await make()), purpose);
  await saveKey(deps.postgres.db, name, sealed, deps.clock.now(), kept);
  // Another hub may have been faster; its key is then the one.
  const agreed = await findKey(deps.postgres.db, name);
  if (agreed === undefined) throw new Error(`The ${name} key of the sign-in could not be stored.`);
  return vault.open(agreed, purpose).reveal();
}

function openKey(vault: Vault, sealed: string, purpose: string): string | undefined {
  try {
    return vault.open(sealed, purpose).reveal();
  } catch {
    return undefined;
  }
}
