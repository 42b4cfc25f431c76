import { rm } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  claimsIn,
  type Page,
  type RunningIdentity,
  runIdentity,
} from '../../../test/support/identity/identity-hub.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';

let postgres: Postgres;
let clock: FixedClock;
let hub: RunningIdentity;
let client: Client;
let dataDir: string;
let made = 0;

beforeAll(async () => {
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('second-factor');
  clock = fixedClock(systemClock.now().toISOString());
  hub = await runIdentity({
    settings: testSettings({ sandbox: false, secondFactor: 'provider', dataDir }),
    postgres,
    clock,
    log: silentLog,
    port: await freePort(),
  });
  client = new Client(hub.issuer, `${hub.origin}/`);
});

beforeEach(async () => {
  await postgres.pool.query('DELETE FROM sign_in_attempts');
});

afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const password = 'copper wind over 41 fields';

async function addAdmin(): Promise<string> {
  made += 1;
  const username = `boss${made}`;
  await hub.identity.createAdmin({ username, email: `${username}@ludus.example`, password });
  return username;
}

const codeFor = (key: string): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: clock.now().getTime() });

const send = (browser: Browser, page: Page, form: Record<string, string>): Promise<Page> =>
  browser.open(page.url, { form, stopAt: client.returnUri });

/** Signs in to an account that has no second factor yet, as far as the recovery codes. */
async function enrol(username: string, browser = new Browser()) {
  const page = await client.submit(browser, username, password);
  const key = (/<code id="key"[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
  const saved = await send(browser, page, { code: codeFor(key) });
  const codes = [...saved.text.matchAll(/<li><code>([0-9A-Z-]+)<\/code><\/li>/g)].map(
    ([, code]) => code ?? '',
  );
  return { page, key, saved, codes };
}

const resetPassword = (subject: string) =>
  postgres.transaction(async (tx) =>
    hub.identity.identityProvider?.resetPassword(tx, subject, 'velvet harbour 19 lanterns'),
  );

/** The page after name and password. */
async function typed(username: string, browser = new Browser()): Promise<Page> {
  return client.submit(browser, username, password);
}

describe('a second factor that is required', () => {
  it('is set up at the first sign-in: QR code, key, first code, recovery codes, and only then tokens', async () => {
    const username = await addAdmin();
    const browser = new Browser();
    const page = await typed(username, browser);
    expect(page.url).toMatch(/\/sign-in\/[^/]+\/second-factor$/);
    expect(page.text).toContain('Set up a second factor');
    expect(page.text).toMatch(/<div class="qr" role="img" aria-label="[^"]+"><svg /);
    expect(page.text).not.toMatch(/<style|style="| on[a-z]+="/);
    const wrong = await send(browser, page, { code: '000000' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('This code is wrong or was used before.');
    const { saved, codes, page: again } = await enrol(username, browser);
    expect(saved.status).toBe(200);
    expect(saved.headers.get('cache-control')).toBe('no-store');
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
    const tokens = await client.redeem(await send(browser, again, {}));
    expect(claimsIn(tokens.access_token).amr).toEqual(['pwd', 'otp']);
    expect(claimsIn(tokens.id_token).amr).toEqual(['pwd', 'otp']);
    const { rows } = await postgres.pool.query(
      'SELECT encrypted_key, code_hash FROM account_second_factors, account_recovery_codes',
    );
    const kept = JSON.stringify(rows);
    for (const code of codes) expect(kept).not.toContain(code);
  });

  it('cannot be passed by: no other page goes on, and a reload of the page keeps the key', async () => {
    const username = await addAdmin();
    const browser = new Browser();
    const page = await typed(username, browser);
    expect((await browser.open(page.url)).text).toContain(
      /<code id="key"[^>]*>([A-Z2-7 ]+)/.exec(page.text)?.[1],
    );
    for (const path of ['code', 'password']) {
      const other = await browser.open(page.url.replace('second-factor', path));
      expect(other.text).toContain('This sign-in page has expired');
    }
    const silent = await browser.open(client.authorizeUrl({ prompt: 'none' }), {
      stopAt: client.returnUri,
    });
    expect(new URL(silent.url).searchParams.get('error')).toBe('login_required');
  });

  it('is not asked of people of an integration, who sign in with a password', async () => {
    await hub.identity.identityProvider?.create(postgres.db, {
      username: 'plain.guest',
      email: 'plain.guest@alpina.test',
      role: 'integration_guest',
      integrationName: 'Alpina',
      password,
    });
    await postgres.pool.query(
      `UPDATE accounts SET must_change_password = false WHERE username = 'plain.guest'`,
    );
    const tokens = await client.signIn(new Browser(), 'plain.guest', password);
    expect(claimsIn(tokens.access_token).amr).toEqual(['pwd']);
  });
});

describe('signing in with a second factor', () => {
  it('asks for a code after the password, and takes each code once', async () => {
    const username = await addAdmin();
    const { key } = await enrol(username);
    const browser = new Browser();
    const page = await typed(username, browser);
    expect(page.url).toMatch(/\/code$/);
    expect(page.text).toMatch(/<input id="code"[^>]*autocomplete="one-time-code" inputmode="numeric"/);
    // The code that has set it up.
    expect((await send(browser, page, { code: codeFor(key) })).status).toBe(422);
    clock.advance(30_000);
    const code = codeFor(key);
    expect((await send(browser, page, { code: '' })).text).toContain('Enter the code.');
    const done = await send(browser, page, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(claimsIn((await client.redeem(done)).access_token).amr).toEqual(['pwd', 'otp']);
    const thief = new Browser();
    expect((await send(thief, await typed(username, thief), { code })).status).toBe(422);
  });

  it('takes the codes of the steps before and after the present one, and none beyond', async () => {
    const username = await addAdmin();
    const { key } = await enrol(username);
    const browser = new Browser();
    const page = await typed(username, browser);
    clock.advance(90_000);
    const [early, late] = [codeFor(key), new Date(clock.now().getTime())];
    clock.advance(60_000);
    expect((await send(browser, page, { code: early })).status).toBe(422);
    const ahead = new TOTP({ secret: Secret.fromBase32(key) }).generate({
      timestamp: late.getTime() + 90_000,
    });
    expect((await send(browser, page, { code: ahead })).url).toContain('/?code=');
  });

  it('takes a recovery code in place of it, once, in any case of letters', async () => {
    const username = await addAdmin();
    const { codes } = await enrol(username);
    const browser = new Browser();
    const page = await typed(username, browser);
    const link = /href="([^"]+with=recovery)"/.exec(page.text)?.[1] ?? '';
    const recovery = await browser.open(new URL(link, page.url).href);
    expect(recovery.text).toContain('Enter a recovery code');
    const wrong = await send(browser, recovery, { code: 'XXXX-XXXX' });
    expect([wrong.status, wrong.text.includes('Try the next one')]).toEqual([422, false]);
    expect(wrong.text).toContain('This recovery code is wrong or was used before.');
    const code = (codes[3] ?? '').toLowerCase().replace('-', ' ');
    expect((await send(browser, recovery, { code })).url).toContain('/?code=');
    const thief = new Browser();
    expect((await send(thief, await typed(username, thief), { code })).status).toBe(422);
    const account = await hub.identity.findAccountByUsername(username);
    const { rows } = await postgres.pool.query(
      'SELECT count(*)::int AS left FROM account_recovery_codes WHERE account_id = $1',
      [account?.id],
    );
    expect(rows).toEqual([{ left: 9 }]);
  });

  it('gives one code to one of several who send it at the same moment', async () => {
    const username = await addAdmin();
    const { key } = await enrol(username);
    clock.advance(60_000);
    const code = codeFor(key);
    const browsers = Array.from({ length: 3 }, () => new Browser());
    const pages: Page[] = [];
    for (const browser of browsers) pages.push(await typed(username, browser));
    const outcomes = await Promise.all(
      browsers.map((browser, index) => send(browser, pages[index] as Page, { code })),
    );
    expect(outcomes.filter(({ url }) => url.includes('/?code='))).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 422)).toHaveLength(2);
  });

  it('makes wrong codes wait like wrong passwords, and logs them', async () => {
    const username = await addAdmin();
    const { key } = await enrol(username);
    clock.advance(60_000);
    const browser = new Browser();
    const page = await typed(username, browser);
    for (let time = 0; time < 5; time += 1)
      expect((await send(browser, page, { code: '000000' })).status).toBe(422);
    const blocked = await send(browser, page, { code: codeFor(key) });
    expect(blocked.status).toBe(429);
    expect(blocked.headers.get('retry-after')).toBe('30');
    expect(blocked.text).toContain('Too many failed attempts. You can try again in 30 seconds');
    const { rows } = await postgres.pool.query(
      `SELECT updates->>'reason' AS reason FROM logs WHERE action = 'refuse-sign-in' AND updates->>'name' = $1 ORDER BY id`,
      [username],
    );
    expect(rows.map(({ reason }) => reason)).toContain('wrong-code');
    clock.advance(30_000);
    expect((await send(browser, page, { code: codeFor(key) })).url).toContain('/?code=');
  });

  it('cannot skip the code by the pages that come after it', async () => {
    const username = await addAdmin();
    await enrol(username);
    const account = await hub.identity.findAccountByUsername(username);
    await resetPassword(account?.id ?? '');
    const browser = new Browser();
    const page = await client.submit(browser, username, 'velvet harbour 19 lanterns');
    expect(page.url).toMatch(/\/code$/);
    const skipped = await browser.open(page.url.replace('/code', '/password'), {
      form: { newPassword: 'another 7 quiet rivers', repeatPassword: 'another 7 quiet rivers' },
    });
    expect(skipped.text).toContain('This sign-in page has expired');
  });

  it('ends a page that waits for a code when the password is reset', async () => {
    const username = await addAdmin();
    const { key } = await enrol(username);
    clock.advance(60_000);
    const thief = new Browser();
    const page = await typed(username, thief);
    const account = await hub.identity.findAccountByUsername(username);
    await resetPassword(account?.id ?? '');
    expect((await send(thief, page, { code: codeFor(key) })).text).toContain('This sign-in page has expired');
  });
});

describe('a sign-out', () => {
  it('is an entry of the log', async () => {
    const browser = new Browser();
    const username = await addAdmin();
    const { page } = await enrol(username, browser);
    const tokens = await client.redeem(await send(browser, page, {}));
    await browser.open(`${hub.issuer}/protocol/openid-connect/logout?id_token_hint=${tokens.id_token}`, {
      stopAt: `${hub.origin}/`,
    });
    const { rows } = await postgres.pool.query(
      `SELECT description, username, updates FROM logs WHERE action = 'sign-out' AND username = $1`,
      [username],
    );
    expect(rows).toEqual([
      { description: 'Signed out from 127.0.0.1', username, updates: { address: '127.0.0.1' } },
    ]);
  });
});
