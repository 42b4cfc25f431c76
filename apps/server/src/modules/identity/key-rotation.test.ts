import { rm } from 'node:fs/promises';
import { decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  type RunningIdentity,
  runIdentity,
  type Tokens,
} from '../../../test/support/identity/identity-hub.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { openEncryptor, Secret } from '../../infra/crypto/index.ts';
import { createInvalidationListener, type InvalidationListener } from '../../infra/invalidation/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { deleteExpiredKeys, rotateProviderKeys } from './identity.keys.ts';

let postgres: Postgres;
let settings: Settings;
let clock: FixedClock;
let feeds: InvalidationListener[];
/** Two processes with the same stores. */
let hub: RunningIdentity;
let other: RunningIdentity;
let client: Client;

async function start(): Promise<RunningIdentity> {
  const changes = createInvalidationListener(postgres);
  await changes.start();
  feeds.push(changes);
  const port = await freePort();
  return runIdentity({ settings, postgres, clock, log: silentLog, port, changes });
}

beforeAll(async () => {
  postgres = await openTestPostgres();
  settings = testSettings({ sandbox: true, dataDir: await temporaryFolder('identity') });
  clock = fixedClock(systemClock.now().toISOString());
  feeds = [];
  hub = await start();
  other = await start();
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
});
afterAll(async () => {
  await hub?.close();
  await other?.close();
  for (const feed of feeds) await feed.stop();
  await postgres?.close();
  await rm(settings.dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  // Keys of earlier tests are gone; the one that signs stays.
  await postgres.db.deleteFrom('oidc_keys').where('retired_at', 'is not', null).execute();
});

const rotate = () => rotateProviderKeys({ settings, postgres, clock, log: silentLog });
/** What a process does by its schedule, some days from now. */
const rotateAfter = (days: number) => {
  const later = fixedClock(new Date(clock.now().getTime() + days * 86_400_000).toISOString());
  return rotateProviderKeys({ settings, postgres, clock: later, log: silentLog }, 90);
};
const signIn = (browser = new Browser()): Promise<Tokens> => client.signIn(browser, 'admin', 'ludus-demo');
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

async function refreshed(token: string): Promise<Tokens> {
  const response = await client.refresh(token);
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

/** The published ids of a process. */
async function published(at: RunningIdentity): Promise<string[]> {
  const response = await fetch(`${at.issuer}/protocol/openid-connect/certs`);
  return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
}

/** Throws when a process does not know the key of a token. */
async function check(at: RunningIdentity, token: string): Promise<void> {
  const keys = at.identity.localJwks();
  if (keys === undefined) throw new Error('the built-in provider has keys');
  await jwtVerify(token, keys, { issuer: hub.issuer, audience: 'urn:ludus:api' });
}

describe('a rotation of keys', () => {
  it('signs with the new key at once, in every process, and goes on to verify what the old one signed', async () => {
    const browser = new Browser();
    const before = await signIn(browser);
    const kid = await rotate();
    await expect.poll(() => published(hub)).toEqual([kid, kidOf(before.access_token)]);
    await expect.poll(() => published(other)).toEqual([kid, kidOf(before.access_token)]);
    const after = await refreshed(before.refresh_token);
    expect([kidOf(after.access_token), kidOf(after.id_token)]).toEqual([kid, kid]);
    for (const at of [hub, other]) {
      await check(at, before.access_token);
      await check(at, after.access_token);
    }
  });

  it('signs no one out: cookies, open pages and refresh tokens go on, and signing out works with an old ID token', async () => {
    const browser = new Browser();
    const waiting = new Browser();
    const before = await signIn(browser);
    const page = await waiting.open(client.authorizeUrl());
    const kid = await rotate();
    await expect.poll(async () => (await published(hub))[0]).toBe(kid);
    const silent = await browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: client.returnUri });
    expect(new URL(silent.url).searchParams.get('code')).toBeTruthy();
    const form = { username: 'admin', password: 'ludus-demo' };
    const signedIn = await waiting.open(page.url, { form, stopAt: client.returnUri });
    expect(new URL(signedIn.url).searchParams.get('code')).toBeTruthy();
    const out = await browser.open(
      `${hub.issuer}/protocol/openid-connect/logout?${new URLSearchParams({
        id_token_hint: before.id_token,
        post_logout_redirect_uri: `${hub.origin}/`,
        state: 'bye',
      })}`,
      { stopAt: client.returnUri },
    );
    expect(out.url).toBe(`${hub.origin}/?state=bye`);
  });

  it('keeps the old key for 25 hours, as long as a session and its pages last', async () => {
    const before = await signIn();
    const kid = await rotate();
    const hours = (count: number) => new Date(clock.now().getTime() + count * 3_600_000);
    await deleteExpiredKeys(postgres.db, hours(24.9));
    await expect.poll(() => published(hub)).toEqual([kid, kidOf(before.access_token)]);
    await deleteExpiredKeys(postgres.db, hours(25.1));
    await expect.poll(() => published(hub)).toEqual([kid]);
  });

  it('is done by one of several processes when the key is old enough, and by none before', async () => {
    await rotate();
    expect(await rotateAfter(89)).toBeUndefined();
    const made = await Promise.all([rotateAfter(90), rotateAfter(90), rotateAfter(90)]);
    expect(made.filter((kid) => kid !== undefined).length).toBe(1);
  });

  it('is written to the log, without any key', async () => {
    const kid = await rotate();
    const entries = await postgres.db
      .selectFrom('logs')
      .selectAll()
      .where('related_id', '=', kid ?? '')
      .execute();
    expect(entries).toMatchObject([{ action: 'rotate-keys', user_id: 'system' }]);
    expect(JSON.stringify(entries)).not.toContain('"d"');
  });

  it('replaces an RSA key of an older hub, whose ID tokens still sign people out', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const old = JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'old', alg: 'RS256', use: 'sig' });
    const encryptor = await openEncryptor(settings);
    await postgres.db
      .updateTable('oidc_keys')
      .set({ ciphertext: encryptor.encrypt(new Secret(old), 'openid provider signing') })
      .where('purpose', '=', 'signing')
      .where('retired_at', 'is', null)
      .execute();
    await expect.poll(() => published(hub)).toEqual(['old']);
    const browser = new Browser();
    const before = await signIn(browser);
    expect(decodeProtectedHeader(before.access_token)).toMatchObject({ alg: 'RS256', kid: 'old' });
    const kid = await rotate();
    await expect.poll(() => published(hub)).toEqual([kid, 'old']);
    const after = await refreshed(before.refresh_token);
    expect(decodeProtectedHeader(after.access_token)).toMatchObject({ alg: 'ES256', kid });
    await check(other, before.access_token);
    const out = await browser.open(
      `${hub.issuer}/protocol/openid-connect/logout?${new URLSearchParams({
        id_token_hint: before.id_token,
        post_logout_redirect_uri: `${hub.origin}/`,
        state: 'bye',
      })}`,
      { stopAt: client.returnUri },
    );
    expect(out.url).toBe(`${hub.origin}/?state=bye`);
  });
});
