import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { TOTP, Secret as TotpSecret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration } from '../../../test/catalogue.ts';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import { renewStoredCredentials } from '../../app.credentials.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import {
  assertEncryptionKey,
  createEncryptor,
  createUrlSigner,
  openEncryptor,
  Secret,
  saveEncryptionCheck,
} from '../../infra/crypto/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { loadProviderKeys, type ProviderKeys } from './identity.keys.ts';
import { createSecondFactor } from './second-factor.service.ts';

const former = 'aa'.repeat(32);
const next = 'bb'.repeat(32);
const third = 'cc'.repeat(32);
const clock = fixedClock('2026-11-23T12:00:00Z');
const owner = { id: randomUUID(), username: 'ada' };

let dataDir: string;
let postgres: Postgres;
let integrationId: number;
let recoveryCodes: string[];
let keysBefore: ProviderKeys;
let link: { by: string; expires: string; signature: string };

const settings = (encryptionKey: string, otherEncryptionKey?: string) =>
  testSettings({ dataDir, encryptionKey, otherEncryptionKey });
const keysOf = (key: string, other?: string) =>
  loadProviderKeys({ settings: settings(key, other), postgres, clock, log: silentLog });
const factorOf = (key: string, other?: string) =>
  createSecondFactor({
    encryptor: () => openEncryptor(settings(key, other)),
    clock,
    policy: 'provider',
  });
const signerOf = (key: string, other?: string) => createUrlSigner(createEncryptor(key, other), clock, 'file');
const renew = (key: string, other: string) =>
  renewStoredCredentials(postgres, settings(key, other), silentLog);

async function tokenOpenedBy(key: string, other?: string): Promise<string> {
  const { ciphertext } = await postgres.db
    .selectFrom('integration_tokens')
    .select('ciphertext')
    .where('kind', '=', 'play')
    .executeTakeFirstOrThrow();
  return createEncryptor(key, other).decrypt(ciphertext, `integration ${integrationId} play`).reveal();
}

async function storeToken(kind: 'play' | 'data', key: string, token: string): Promise<void> {
  const ciphertext = createEncryptor(key).encrypt(new Secret(token), `integration ${integrationId} ${kind}`);
  await postgres.db
    .insertInto('integration_tokens')
    .values({ integration_id: integrationId, kind, ciphertext, updated_at: clock.now() })
    .execute();
}

beforeAll(async () => {
  dataDir = await temporaryFolder('credentials');
  postgres = await openTestPostgres();
  const { db } = postgres;
  await saveEncryptionCheck(db, createEncryptor(former), settings(former), { replace: false });
  integrationId = (await addIntegration(db, 'Alpina')).id;
  await storeToken('play', former, 'token-of-alpina');
  await db
    .insertInto('accounts')
    .values({
      ...owner,
      email: 'ada@ludus.example',
      password_hash: '',
      roles: ['ludus_admin'],
      integration_name: null,
      must_change_password: false,
      created_at: clock.now(),
      last_login_at: null,
    })
    .execute();
  const factor = factorOf(former);
  const encryptedKey = await factor.newEncryptedKey(owner);
  const { key } = await factor.show(owner, encryptedKey);
  const totp = new TOTP({ secret: TotpSecret.fromBase32(key) });
  const code = totp.generate({ timestamp: clock.now().getTime() });
  recoveryCodes = await postgres.transaction(
    async (tx) => (await factor.turnOn(tx, owner, encryptedKey, code)) ?? [],
  );
  keysBefore = await keysOf(former);
  const query = new URLSearchParams(signerOf(former).query('7', 'ada', new Date('2026-11-30T12:00:00Z')));
  link = Object.fromEntries(query) as typeof link;
});

afterAll(async () => {
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a change of the encryption key', () => {
  it('begins with processes that know the next key and use the former one', async () => {
    await assertEncryptionKey(postgres.db, settings(former, next));
    expect(await renew(former, next)).toEqual({ renewed: 0, unreadable: 0 });
    expect(await tokenOpenedBy(former)).toBe('token-of-alpina');
  });

  it('is refused without the former key, and with a wrong one', async () => {
    await expect(assertEncryptionKey(postgres.db, settings(next))).rejects.toThrow('is not the key');
    await expect(assertEncryptionKey(postgres.db, settings(next, third))).rejects.toThrow('is not the key');
    await assertEncryptionKey(postgres.db, settings(next, former));
  });

  it('encrypts everything anew: one token, a second factor, and two keys of the sign-in', async () => {
    await storeToken('data', third, 'of a key that no one has');
    expect(await renew(next, former)).toEqual({ renewed: 4, unreadable: 1 });
    expect(await renew(next, former)).toEqual({ renewed: 0, unreadable: 1 });
    const entries = await postgres.db.selectFrom('logs').select(['action', 'description']).execute();
    expect(entries).toEqual([
      {
        action: 'renew-encryption',
        description: 'Encrypted the stored credentials with a new encryption key',
      },
    ]);
  });

  it('signs no one out: the same keys sign, and processes that were not restarted yet read them, too', async () => {
    expect(await keysOf(next)).toEqual(keysBefore);
    expect(await keysOf(former, next)).toEqual(keysBefore);
    expect(await tokenOpenedBy(next)).toBe('token-of-alpina');
    expect(await tokenOpenedBy(former, next)).toBe('token-of-alpina');
  });

  it('keeps second factors and recovery codes, of processes with either key', async () => {
    const [first = '', second = '', last = ''] = recoveryCodes;
    expect(await factorOf(next).check(postgres.db, owner, first)).toBe(true);
    expect(await factorOf(next).check(postgres.db, owner, first)).toBe(false);
    expect(await factorOf(former, next).check(postgres.db, owner, second)).toBe(true);
    const renewed = await factorOf(next).renewRecoveryCodes(postgres.db, owner.id);
    expect(await factorOf(next).check(postgres.db, owner, last)).toBe(false);
    expect(await factorOf(next).check(postgres.db, owner, renewed[0] ?? '')).toBe(true);
  });

  it('keeps signed addresses while the former key is known, and no longer', () => {
    expect(signerOf(next, former).userOf('7', link)).toBe('ada');
    expect(signerOf(next).userOf('7', link)).toBeUndefined();
    expect(signerOf(next, third).userOf('7', link)).toBeUndefined();
  });

  it('ends with the next key alone; the former one is refused', async () => {
    await assertEncryptionKey(postgres.db, settings(next));
    await expect(assertEncryptionKey(postgres.db, settings(former))).rejects.toThrow('is not the key');
    await expect(tokenOpenedBy(former)).rejects.toThrow('cannot be read');
  });

  it('can be made again, and keeps the recovery codes again', async () => {
    const codes = await factorOf(next).renewRecoveryCodes(postgres.db, owner.id);
    expect(await renew(third, next)).toEqual({ renewed: 4, unreadable: 0 });
    expect(await factorOf(third).check(postgres.db, owner, codes[0] ?? '')).toBe(true);
    expect(await keysOf(third)).toEqual(keysBefore);
  });
});
