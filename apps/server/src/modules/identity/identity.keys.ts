import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { messageOf } from '@ludus/contract';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';
import { systemActor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import {
  type Encryptor,
  type KeySettings,
  openEncryptor,
  type Renewed,
  renewRows,
  Secret,
} from '../../infra/crypto/index.ts';
import type { Log } from '../../infra/log/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';
import { interactionSeconds, sessionMaxSeconds } from './identity.lifetimes.ts';
import {
  deleteRetiredKeys,
  findAllKeys,
  findKeys,
  insertKey,
  type KeyPurpose,
  lockKeys,
  renewKey,
  replaceKey,
  retireKeys,
  type StoredKey,
} from './oidc-keys.repo.ts';
import { findEncryptedFactors, renewFactor } from './second-factor.repo.ts';
import { factorPurpose } from './second-factor.service.ts';

/** `RS256` is supported for imported keys. */
export type SigningAlgorithm = 'ES256' | 'RS256';

export interface ProviderKeys {
  /** Changes with the keys. */
  id: string;
  /** Private keys that sign tokens; the first signs, all verify. */
  privateKeys: JWK[];
  publicKeys: JSONWebKeySet;
  /** That of the key that signs. */
  algorithm: SigningAlgorithm;
  /** Keys that sign the provider's cookies; the first signs, all verify. */
  cookieKeys: [string, ...string[]];
}

export interface KeyDeps {
  settings: KeySettings;
  postgres: Postgres;
  clock: Clock;
  log: Log;
}

const makers: Readonly<Record<KeyPurpose, () => Promise<string>>> = {
  signing: makeSigningKey,
  cookies: async () => randomBytes(32).toString('base64url'),
};

/** The longest life of what a retired key has signed: a session, and an open sign-in page. */
const retiredSeconds = sessionMaxSeconds + interactionSeconds;
const daySeconds = 24 * 60 * 60;

/**
 * The keys of the provider, created at first start and stored in PostgreSQL, encrypted with the hub's encryption key, so that
 * tokens and cookies outlive a restart and several hubs share them.
 */
export async function loadProviderKeys(deps: KeyDeps): Promise<ProviderKeys> {
  const encryptor = await openEncryptor(deps.settings);
  const [signing, ...retired] = await openKeys(deps, encryptor, 'signing');
  const cookieKeys = await openKeys(deps, encryptor, 'cookies');
  const privateKeys = [signing, ...retired].map((key) => JSON.parse(key) as JWK);
  const kids = privateKeys.map(({ kid }) => kid);
  return {
    id: createHash('sha256')
      .update(JSON.stringify([kids, cookieKeys]))
      .digest('base64url'),
    privateKeys,
    publicKeys: { keys: privateKeys.map(publicPart) },
    algorithm: privateKeys[0]?.alg === 'RS256' ? 'RS256' : signingAlgorithm,
    cookieKeys,
  };
}

/**
 * Creates new keys that sign from now on; the former ones verify until everything they signed has expired, so no one is
 * signed out. With `olderThanDays` it does so only when the present key is that old. Returns the id of the new key.
 */
export async function rotateProviderKeys(
  { settings, postgres, clock, log }: KeyDeps,
  olderThanDays = 0,
): Promise<string | undefined> {
  const encryptor = await openEncryptor(settings);
  const kid = await postgres.transaction(async (tx) => {
    await lockKeys(tx);
    const [active] = await findKeys(tx, 'signing');
    if (olderThanDays > 0 && !isOlder(active, olderThanDays, clock.now())) return undefined;
    await retireKeys(tx, clock.now());
    const signing = await makeKey(tx, encryptor, 'signing', clock);
    await makeKey(tx, encryptor, 'cookies', clock);
    const { kid: made = '' } = JSON.parse(signing) as JWK;
    await recordAudit(tx, {
      actor: systemActor,
      type: 'signIns',
      action: 'rotate-keys',
      objectId: made,
      description: messageOf('logs.keysRotated'),
    });
    return made;
  });
  if (kid !== undefined) log.info({ kid }, 'the keys of the sign-in were rotated');
  return kid;
}

/** Deletes keys that were retired before everything they signed had expired. */
export async function deleteExpiredKeys(db: Db, now: Date): Promise<void> {
  await deleteRetiredKeys(db, new Date(now.getTime() - retiredSeconds * 1000));
}

/** Encrypts the keys and the second factors with the present encryption key. */
export async function renewCredentials(db: Db, encryptor: Encryptor): Promise<Renewed> {
  const keys = await findAllKeys(db);
  return renewRows(
    [
      ...keys.map(({ name, purpose, ciphertext }) => ({
        ciphertext,
        purpose: encryptionPurpose(purpose),
        save: (fresh: string) => renewKey(db, { name, ciphertext }, fresh),
      })),
      ...(await findEncryptedFactors(db)).map(({ accountId, table, encryptedKey }) => ({
        ciphertext: encryptedKey,
        purpose: factorPurpose(accountId),
        save: (fresh: string) => renewFactor(db, { accountId, table, encryptedKey }, fresh),
      })),
    ],
    encryptor,
  );
}

function isOlder(key: StoredKey | undefined, days: number, now: Date): boolean {
  return key !== undefined && key.createdAt.getTime() + days * daySeconds * 1000 <= now.getTime();
}

/** The algorithm of new keys: ECDSA on P-256, 128 bits of security. */
const signingAlgorithm = 'ES256';

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return JSON.stringify({ ...jwk, kid, alg: signingAlgorithm, use: 'sig' });
}

/** Only the members that everyone may know, those of RSA and of elliptic curves. */
function publicPart({ kty, kid, alg, use, n, e, crv, x, y }: JWK): JWK {
  return JSON.parse(JSON.stringify({ kty, kid, alg, use, n, e, crv, x, y })) as JWK;
}

const encryptionPurpose = (purpose: KeyPurpose): string => `openid provider ${purpose}`;

async function makeKey(db: Db, encryptor: Encryptor, purpose: KeyPurpose, clock: Clock): Promise<string> {
  const key = await makers[purpose]();
  const ciphertext = encryptor.encrypt(new Secret(key), encryptionPurpose(purpose));
  await insertKey(db, { name: `${purpose} ${randomUUID()}`, purpose, ciphertext, at: clock.now() });
  return key;
}

/** Returns the keys of a purpose, the one that signs first; creates that one when none can be decrypted. */
async function openKeys(
  deps: KeyDeps,
  encryptor: Encryptor,
  purpose: KeyPurpose,
): Promise<[string, ...string[]]> {
  const { db } = deps.postgres;
  const [active, ...retired] = await ensureKey(deps, encryptor, purpose);
  if (active === undefined) throw new Error(`The ${purpose} key of the sign-in could not be stored.`);
  const formerKeys = retired.flatMap(({ ciphertext }) => decryptKey(encryptor, ciphertext, purpose) ?? []);
  const key = decryptKey(encryptor, active.ciphertext, purpose);
  if (key !== undefined) return [key, ...formerKeys];
  deps.log.warn({ key: purpose }, 'a key of the sign-in cannot be opened; a new one ends all sign-ins');
  const ciphertext = encryptor.encrypt(new Secret(await makers[purpose]()), encryptionPurpose(purpose));
  await replaceKey(db, active, ciphertext, deps.clock.now());
  // Another hub may have been faster; its key is then the one.
  const [agreed] = await findKeys(db, purpose);
  return [
    encryptor.decrypt(agreed?.ciphertext ?? ciphertext, encryptionPurpose(purpose)).reveal(),
    ...formerKeys,
  ];
}

async function ensureKey({ postgres, clock }: KeyDeps, encryptor: Encryptor, purpose: KeyPurpose) {
  const found = await findKeys(postgres.db, purpose);
  if (found[0]?.retiredAt === null) return found;
  await makeKey(postgres.db, encryptor, purpose, clock);
  return findKeys(postgres.db, purpose);
}

function decryptKey(encryptor: Encryptor, ciphertext: string, purpose: KeyPurpose): string | undefined {
  try {
    return encryptor.decrypt(ciphertext, encryptionPurpose(purpose)).reveal();
  } catch {
    return undefined;
  }
}
