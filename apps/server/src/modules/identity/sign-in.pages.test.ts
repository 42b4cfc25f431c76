import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  type Page,
  type RunningIdentity,
  runIdentity,
} from '../../../test/support/identity/identity-hub.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import { createLog } from '../../infra/log/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';

let postgres: Postgres;
const setEnabled = (id: string, enabled: boolean) =>
  postgres.db.updateTable('accounts').set({ enabled }).where('id', '=', id).execute();
let clock: FixedClock;
let hub: RunningIdentity;
let client: Client;
const lines: string[] = [];
const folders: string[] = [];

async function folder(): Promise<string> {
  const made = await temporaryFolder('sign-in');
  folders.push(made);
  return made;
}

beforeAll(async () => {
  postgres = await openTestPostgres();
  clock = fixedClock(systemClock.now().toISOString());
  hub = await runIdentity({
    settings: testSettings({ sandbox: true, dataDir: await folder() }),
    postgres,
    clock,
    log: createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) }),
    port: await freePort(),
  });
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
});

beforeEach(async () => {
  await postgres.pool.query('DELETE FROM sign_in_attempts');
});

afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  for (const used of folders) await rm(used, { recursive: true, force: true });
});

const open = (browser = new Browser(), extra: Record<string, string> = {}): Promise<Page> =>
  browser.open(client.authorizeUrl(extra));

describe('[AUTH-01] the sign-in page', () => {
  it('has labelled fields that password managers know, one button, and works without a script', async () => {
    const { text, status, headers } = await open();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toMatch(/<label for="username">Username<\/label>/);
    expect(text).toMatch(/<label for="password">Password<\/label>/);
    expect(text).toMatch(/<input id="username"[^>]*autocomplete="username"/);
    expect(text).toMatch(/<input id="password"[^>]*type="password"[^>]*autocomplete="current-password"/);
    expect(text).toMatch(/<button class="primary" type="submit">Sign in<\/button>/);
    expect(text).toMatch(/<html lang="en"/);
  });

  it('holds nothing inline, and its policy admits only its own files', async () => {
    const page = await open();
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.text).not.toMatch(/<style|style="| on[a-z]+="|<script>/);
    const files = [...page.text.matchAll(/(?:href|src)="(\/realms\/ludus\/assets\/[^"]+)"/g)];
    expect(files.length).toBeGreaterThanOrEqual(5);
    for (const [, file] of files) {
      const response = await fetch(`${hub.origin}${file}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
    const sheet = /href="([^"]+sign-in-[0-9a-f]+\.css)"/.exec(page.text)?.[1];
    const css = await (await fetch(`${hub.origin}${sheet}`)).text();
    const pictures = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => `${hub.origin}${address}`);
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) expect((await fetch(picture)).status).toBe(200);
    expect((await fetch(`${hub.issuer}/assets/..%2findex.ts`)).status).toBe(404);
  });

  it('says the same for a wrong password, an unknown name and a disabled account, and keeps the name', async () => {
    const account = await hub.identity.findAccountByUsername('alpina.guest');
    await setEnabled(account?.id ?? '', false);
    for (const username of ['admin', 'no-one', 'alpina.guest']) {
      const page = await client.submit(new Browser(), username, 'wrong password');
      expect(page.status).toBe(422);
      expect(page.text).toContain('Wrong username or password.');
      expect(page.text).toContain(`value="${username}"`);
      expect(page.text).not.toContain('wrong password');
    }
    await setEnabled(account?.id ?? '', true);
  });

  it('shows what was typed as text, never as markup', async () => {
    const page = await client.submit(new Browser(), '"><script>alert(1)</script>', 'wrong password');
    expect(page.text).toContain('&quot;&gt;&lt;script&gt;alert(1)');
    expect(page.text).not.toContain('<script>alert');
  });

  it('asks beside the field for what is missing, without counting it as a try', async () => {
    for (let time = 0; time < 8; time += 1) await client.submit(new Browser(), 'admin', '');
    const page = await client.submit(new Browser(), '', 'x');
    expect(page.text).toContain('Enter your username.');
    expect((await client.submit(new Browser(), 'admin', 'ludus-demo')).url).toContain('/?code=');
  });

  it('[I18N-01] follows the application, the choice on the page, then the browser', async () => {
    const italian = await open(new Browser({ 'accept-language': 'it-IT,it;q=0.9' }));
    expect(italian.text).toContain('<label for="username">Nome utente</label>');
    expect(italian.text).toMatch(/<html lang="it"/);
    const asked = await open(new Browser({ 'accept-language': 'it-IT' }), { ui_locales: 'en' });
    expect(asked.text).toContain('>Username</label>');
    const browser = new Browser();
    const chosen = await browser.open(`${(await open(browser)).url}?lang=it&theme=light`);
    expect(chosen.text).toMatch(/<html lang="it" data-theme="light"/);
    expect((await open(browser)).text).toMatch(/<html lang="it" data-theme="light"/);
  });

  it('[SHELL-12][SHELL-14] is dark like the hub until a theme is chosen, whatever the system prefers', async () => {
    const browser = new Browser();
    const page = await open(browser);
    expect(page.text).toMatch(/<html lang="en" data-theme="dark"/);
    await browser.open(`${page.url}?theme=light`);
    expect((await open(browser)).text).toMatch(/<html lang="en" data-theme="light"/);
    const style = /rel="stylesheet" href="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const css = await (await fetch(new URL(style, page.url))).text();
    expect(css).toContain(':root[data-theme="light"]');
    expect(css).not.toContain('prefers-color-scheme');
  });

  it('lists and opens the demo accounts here, and on no hub without the sandbox', async () => {
    expect((await open()).text).toContain('data-fill="alpina.manager"');
    const bare = await runIdentity({
      settings: testSettings({ sandbox: false, dataDir: await folder() }),
      postgres,
      clock,
      log: createLog({ logLevel: 'silent' }),
      port: await freePort(),
    });
    const elsewhere = new Client(bare.issuer, `${bare.origin}/`);
    const page = await new Browser().open(elsewhere.authorizeUrl());
    expect(page.text).toContain('Sign in to the hub');
    expect(page.text).not.toMatch(/alpina|ludus-demo/);
    // The account is in the database: this hub was a demo before.
    const refused = await elsewhere.submit(new Browser(), 'admin', 'ludus-demo');
    await bare.close();
    expect(refused).toMatchObject({
      status: 422,
      text: expect.stringContaining('Wrong username or password.'),
    });
  });

  it('says so when it has expired, was used already, or belongs to another browser', async () => {
    const browser = new Browser();
    const page = await open(browser);
    const form = { username: 'admin', password: 'ludus-demo' };
    const foreign = await new Browser().open(page.url, { form });
    expect(foreign).toMatchObject({ status: 400 });
    expect(foreign.text).toContain('This sign-in page has expired');
    expect(foreign.text).toContain(`href="${hub.origin}/"`);
    await browser.open(page.url, { form, stopAt: client.returnUri });
    expect((await browser.open(page.url)).text).toContain('This sign-in page has expired');
  });

  it('answers a failure with a page too', async () => {
    const browser = new Browser();
    const { url } = await open(browser);
    const page = await browser.open(url, { form: { username: 'x'.repeat(20_000), password: 'y' } });
    expect(page).toMatchObject({ status: 413 });
    expect(page.text).toContain('Couldn&#39;t sign you in');
  });

  it('takes no form that another site sent', async () => {
    const browser = new Browser({ origin: 'https://evil.example' });
    const page = await open(browser);
    const response = await fetch(page.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        origin: 'https://evil.example',
        cookie: [...browser.cookies].map(([name, { value }]) => `${name.split(' ')[0]}=${value}`).join('; '),
      },
      body: new URLSearchParams({ username: 'admin', password: 'ludus-demo' }),
    });
    expect(response.status).toBe(400);
  });
});

describe('[AUTH-01] guessing passwords', () => {
  const guess = (username: string): Promise<Page> => client.submit(new Browser(), username, 'wrong password');

  it('is made slow per name: after five failures a growing wait, which even the right password keeps', async () => {
    for (let time = 0; time < 5; time += 1) expect((await guess('admin')).status).toBe(422);
    const blocked = await client.submit(new Browser(), 'admin', 'ludus-demo');
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBe(30);
    expect(blocked.text).toMatch(
      /Too many failed attempts\. You can try again in 30 seconds, at \d\d:\d\d\./,
    );
    expect((await guess('manager')).status).toBe(422);
    clock.advance(30_000);
    expect((await guess('admin')).status).toBe(422);
    expect((await guess('ADMIN ')).text).toContain('You can try again in 60 seconds');
    clock.advance(60_000);
    expect((await client.submit(new Browser(), 'admin', 'ludus-demo')).url).toContain('/?code=');
    expect((await guess('admin')).status).toBe(422);
  });

  it('gains nothing from sending guesses at the same moment', async () => {
    const pages = await Promise.all(Array.from({ length: 12 }, () => guess('no-one')));
    expect(pages.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(pages.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('is made slow per address too, whatever the names', async () => {
    for (let time = 0; time < 50; time += 1) expect((await guess(`guess${time}`)).status).toBe(422);
    expect((await guess('another')).status).toBe(429);
  });
});

describe('[AUTH-01] the first sign-in with a password that was given', () => {
  it('asks for a password of one’s own, with a policy told beside the field, before any token', async () => {
    const { generatedPassword } = await hub.identity.createAdmin({
      username: 'longname.first',
      email: 'first@ludus.example',
    });
    const given = generatedPassword ?? '';
    const browser = new Browser();
    const step = await client.submit(browser, 'longname.first', given);
    expect(step.url).toMatch(/\/sign-in\/[^/]+\/password$/);
    expect(step.text).toContain('Choose a new password');
    const choose = (newPassword: string, repeatPassword = newPassword): Promise<Page> =>
      browser.open(step.url, { form: { newPassword, repeatPassword }, stopAt: client.returnUri });
    expect((await choose('too short')).text).toContain('Use at least 10 characters.');
    expect((await choose('LongName.First')).text).toContain('The password must not be your username.');
    expect((await choose(given)).text).toContain('Choose a password other than the temporary one.');
    const unlike = (await choose('my own password', 'my own passwort')).text;
    expect(unlike).toContain('The two passwords are not the same.');
    // Both fields come back empty: one begins with the first.
    expect(unlike.match(/<input[^>]* autofocus>/g)).toEqual([expect.stringContaining('id="newPassword"')]);
    const tokens = await client.redeem(await choose('my own password'));
    expect(tokens.access_token).toBeTruthy();
    expect((await client.submit(new Browser(), 'longname.first', given)).status).toBe(422);
    await client.signIn(new Browser(), 'longname.first', 'my own password');
  });

  it('cannot be reached without the given password', async () => {
    const browser = new Browser();
    const { url } = await open(browser);
    expect((await browser.open(`${url}/password`)).text).toContain('This sign-in page has expired');
  });
});

describe('the log', () => {
  it('tells of sign-ins and holds no password and no token', async () => {
    const tokens = await client.signIn(new Browser(), 'admin', 'ludus-demo');
    await client.refresh(tokens.refresh_token);
    await client.submit(new Browser(), 'admin', 'a secret typed wrong');
    const log = lines.join('');
    expect(log).toContain('signed in');
    expect(log).toContain('a sign-in was refused');
    for (const secret of ['ludus-demo', 'a secret typed wrong', ...Object.values(tokens).map(String)]) {
      if (secret.length > 8) expect(log).not.toContain(secret);
    }
  });
});
