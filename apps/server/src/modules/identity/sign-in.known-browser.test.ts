import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  type Page,
  type RunningIdentity,
  runIdentity,
} from '../../../test/support/identity/identity-hub.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import { createEncryptor } from '../../infra/crypto/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { createOrigins } from './identity.origins.ts';
import { createSecondFactor } from './second-factor.service.ts';
import { createKnownBrowsers } from './sign-in.known-browser.ts';
import { createSignInLog } from './sign-in.log.ts';
import { createSignIn, type SignInOutcome, type SignInService } from './sign-in.service.ts';
import { createSignInThrottle } from './sign-in.throttle.ts';

let postgres: Postgres;
let clock: FixedClock;
let hub: RunningIdentity;
let client: Client;
let dataDir: string;
/** The rules of the hub, asked from any address. */
let rules: SignInService;

beforeAll(async () => {
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('known-browser');
  clock = fixedClock(systemClock.now().toISOString());
  hub = await runIdentity({
    settings: testSettings({ sandbox: true, dataDir }),
    postgres,
    clock,
    log: silentLog,
    port: await freePort(),
  });
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
  const throttle = createSignInThrottle({ db: postgres.db, clock });
  const log = createSignInLog({ postgres, clock });
  const encryptor = createEncryptor('ab'.repeat(32));
  const secondFactor = createSecondFactor({ encryptor: async () => encryptor, clock, policy: 'optional' });
  rules = createSignIn({ postgres, clock, throttle, log, secondFactor, notify: async () => {}, demo: true });
});

beforeEach(async () => {
  await postgres.pool.query('DELETE FROM sign_in_attempts');
});

afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const guessFrom = async (address: string, username = 'admin'): Promise<SignInOutcome['kind']> =>
  (await rules.signIn({ username, password: 'wrong password', caller: { address, browser: 'curl' } })).kind;

/** Wrong passwords for a name, each from a network of its own, until the name waits everywhere. */
async function lockName(username: string): Promise<void> {
  for (let n = 1; n <= 25; n += 1) expect(await guessFrom(`203.0.113.${n}`, username)).toBe('wrong');
  expect(await guessFrom('198.51.100.1', username)).toBe('wait');
}

const typed = (browser: Browser, password: string): Promise<Page> =>
  client.submit(browser, 'admin', password);
const newPage = (browser: Browser, password: string): Promise<Page> =>
  browser
    .open(client.authorizeUrl({ prompt: 'login' }))
    .then((page) =>
      browser.open(page.url, { form: { username: 'admin', password }, stopAt: client.returnUri }),
    );

describe('[AUTH-01] guesses from an IPv6 network', () => {
  it('are counted for its /64, whichever of its addresses they come from', async () => {
    for (let n = 1; n <= 5; n += 1) expect(await guessFrom(`2001:db8:0:1::${n}`)).toBe('wrong');
    expect(await guessFrom('2001:db8:0:1:ffff::9')).toBe('wait');
    expect(await guessFrom('2001:db8:0:2::1')).toBe('wrong');
  });
});

describe('[AUTH-01] a name that someone else has locked', () => {
  it('is open to a browser that has signed in before, and to no other', async () => {
    const known = new Browser();
    expect((await typed(known, 'ludus-demo')).url).toContain('/?code=');
    await lockName('admin');
    expect((await typed(new Browser(), 'ludus-demo')).status).toBe(429);
    expect((await newPage(known, 'ludus-demo')).url).toContain('/?code=');
    // The lock itself stays.
    expect((await typed(new Browser(), 'ludus-demo')).status).toBe(429);
  });

  it('gives a known browser a few attempts of its own', async () => {
    const known = new Browser();
    await typed(known, 'ludus-demo');
    await lockName('admin');
    for (let time = 0; time < 5; time += 1) expect((await newPage(known, 'wrong')).status).toBe(422);
    expect((await newPage(known, 'ludus-demo')).status).toBe(429);
    clock.advance(30_000);
    expect((await newPage(known, 'ludus-demo')).url).toContain('/?code=');
  });

  it('stays locked for a browser that is known to another account, or whose cookie was altered', async () => {
    const other = new Browser();
    await client.submit(other, 'manager', 'ludus-demo');
    const forger = new Browser();
    await typed(forger, 'ludus-demo');
    for (const [name, cookie] of forger.cookies) {
      if (!name.startsWith('ludus_known_browser')) continue;
      const parts = cookie.value.split('.');
      forger.cookies.set(name, {
        ...cookie,
        value: [...parts.slice(0, 3), '9999999999', parts[4]].join('.'),
      });
    }
    await lockName('admin');
    expect((await newPage(other, 'ludus-demo')).status).toBe(429);
    expect((await newPage(forger, 'ludus-demo')).status).toBe(429);
  });

  it('is locked for a known browser too once the password was reset', async () => {
    const known = new Browser();
    await typed(known, 'ludus-demo');
    await postgres.pool.query(
      `UPDATE accounts SET credential_version = credential_version + 1 WHERE username = 'admin'`,
    );
    await lockName('admin');
    expect((await newPage(known, 'ludus-demo')).status).toBe(429);
  });
});

describe('[AUTH-01] the cookie of a known browser', () => {
  const account = { accountId: 'a-1', version: 3 };
  const browsersAt = (origin: string) => {
    const encryptor = createEncryptor('ab'.repeat(32));
    return createKnownBrowsers({ encryptor: async () => encryptor, clock, origins: createOrigins(origin) });
  };

  it('belongs to one host, travels only over https there, and is hidden from scripts', async () => {
    const cookie = await browsersAt('https://hub.example').cookieFor(account, undefined);
    expect(cookie).toMatch(
      /^__Host-ludus_known_browser=\S+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const local = await browsersAt('http://localhost:3000').cookieFor(account, undefined);
    expect(local).toMatch(/^ludus_known_browser_3000=\S+; Path=\/realms\/ludus; Max-Age=7776000; HttpOnly;/);
    expect(local).not.toContain('Secure');
  });

  it('is valid for 90 days, and a new sign-in keeps the id of the browser', async () => {
    const browsers = browsersAt('https://hub.example');
    const pair = (await browsers.cookieFor(account, undefined)).split(';')[0] ?? '';
    const known = await browsers.read({ cookie: `other=1; ${pair}` });
    expect(known).toEqual({ ...account, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const renewed = (await browsers.cookieFor({ ...account, version: 4 }, known)).split(';')[0] ?? '';
    expect(await browsers.read({ cookie: renewed })).toEqual({ ...account, version: 4, id: known?.id });
    const foreign = (await browsers.cookieFor({ accountId: 'a-2', version: 1 }, known)).split(';')[0] ?? '';
    expect((await browsers.read({ cookie: foreign }))?.id).not.toBe(known?.id);
    clock.advance(90 * 24 * 60 * 60_000);
    expect(await browsers.read({ cookie: pair })).toBeUndefined();
    expect(await browsers.read({})).toBeUndefined();
    expect(await browsers.read({ cookie: '__Host-ludus_known_browser=a-1.3.x.9999999999.' })).toBeUndefined();
  });
});
