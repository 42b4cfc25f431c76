import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import { systemClock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { createOrigins } from './identity.origins.ts';
import { createIdentityModule, type IdentityModule } from './index.ts';

const origin = 'https://hub.example.com';
const password = 'a long password of my own';
const verifier = randomBytes(32).toString('base64url');

let postgres: Postgres;
let settings: Settings;
let identity: IdentityModule;
let app: FastifyInstance;

beforeAll(async () => {
  postgres = await openTestPostgres();
  settings = testSettings({ publicUrl: origin, dataDir: await temporaryFolder('identity') });
  identity = createIdentityModule({ settings, postgres, clock: systemClock, log: silentLog });
  app = fastify();
  if (identity.plugin !== undefined) await app.register(identity.plugin);
  await identity.createAdmin({ username: 'boss', email: 'boss@ludus.test', password });
});
afterAll(async () => {
  await app?.close();
  await postgres?.close();
  await rm(settings.dataDir, { recursive: true, force: true });
});

/** A browser at the https address, which applies the rules of `__Host-` cookies. */
class SecureBrowser {
  readonly cookies = new Map<string, string>();
  readonly lines: string[] = [];

  async call(url: string, options: InjectOptions = {}) {
    const response = await app.inject({
      ...options,
      url: url.replace(origin, ''),
      headers: {
        ...options.headers,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      this.lines.push(line);
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      expect(name).toMatch(/^__Host-ludus_/);
      expect(attributes.map((attribute) => attribute.toLowerCase())).toEqual(
        expect.arrayContaining(['secure', 'httponly', 'path=/']),
      );
      expect(line).not.toMatch(/domain=/i);
      if (value === '' || /expires=Thu, 01 Jan 1970/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.statusCode, to: String(response.headers.location ?? ''), body: response.body };
  }

  openPage = async () => (await this.call(authorizeUrl())).to;

  /** Sends the form of a sign-in page, and returns where the person is redirected to. */
  async submit(page: string): Promise<string> {
    const signedIn = await this.call(page, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      payload: new URLSearchParams({ username: 'boss', password }).toString(),
    });
    return (await this.call(signedIn.to)).to;
  }

  named = (part: string) => [...this.cookies.keys()].filter((name) => name.includes(part));
}

const authorizeUrl = (extra: Record<string, string> = {}) =>
  `/realms/ludus/protocol/openid-connect/auth?${new URLSearchParams({
    client_id: 'ludus-hub',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${origin}/`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  })}`;

describe('cookies at an https address', () => {
  it('are all __Host- cookies, and lead through a sign-in to a session', async () => {
    const browser = new SecureBrowser();
    const page = await browser.openPage();
    expect(await browser.submit(page)).toContain(`${origin}/?code=`);
    expect(browser.named('_session')).toEqual(['__Host-ludus_session', '__Host-ludus_session.sig']);
    // The page is done with, so nothing of it stays.
    expect([...browser.named('_sign_in'), ...browser.named('_resume')]).toEqual([]);
    expect((await browser.call(authorizeUrl({ prompt: 'none' }))).to).toContain(`${origin}/?code=`);
  });

  it('keep the sign-in pages of several tabs apart, in whichever order they are used', async () => {
    const browser = new SecureBrowser();
    const [first, second] = [await browser.openPage(), await browser.openPage()];
    expect((await browser.call(first)).body).toContain('Sign in to the hub');
    expect((await browser.call(second)).body).toContain('Sign in to the hub');
    expect(await browser.submit(first)).toContain(`${origin}/?code=`);
    // The second tab asks again because the first one has signed in meanwhile, or signs in too.
    expect((await browser.call(second)).status).toBe(200);
  });

  it('do not pile up: a browser keeps ten open pages, the newest', async () => {
    const browser = new SecureBrowser();
    const pages = [];
    for (let page = 0; page < 15; page += 1) pages.push(await browser.openPage());
    expect(browser.named('_sign_in').filter((name) => !name.endsWith('.sig')).length).toBe(10);
    expect(browser.named('_resume').filter((name) => !name.endsWith('.sig')).length).toBe(10);
    expect(await browser.submit(pages[14] ?? '')).toContain(`${origin}/?code=`);
  });

  it('remember language and theme', async () => {
    const browser = new SecureBrowser();
    const page = await browser.openPage();
    await browser.call(`${page}?lang=it&theme=light`);
    expect(browser.cookies.get('__Host-ludus_language')).toBe('it');
    expect((await browser.call(page)).body).toContain('<html lang="it" data-theme="light"');
  });

  it('end with a sign-out', async () => {
    const browser = new SecureBrowser();
    const to = await browser.submit(await browser.openPage());
    const tokens = await app.inject({
      method: 'POST',
      url: '/realms/ludus/protocol/openid-connect/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      payload: new URLSearchParams({
        client_id: 'ludus-hub',
        grant_type: 'authorization_code',
        code: new URL(to).searchParams.get('code') ?? '',
        redirect_uri: `${origin}/`,
        code_verifier: verifier,
      }).toString(),
    });
    const left = await browser.call(
      `/realms/ludus/protocol/openid-connect/logout?${new URLSearchParams({
        id_token_hint: tokens.json().id_token,
        post_logout_redirect_uri: `${origin}/`,
      })}`,
    );
    expect(left.to).toBe(`${origin}/`);
    expect(browser.named('_session')).toEqual([]);
  });
});

describe('addresses that people are returned to', () => {
  it('are the roots of allowed origins only', () => {
    const { allowsRedirect } = createOrigins('http://localhost:3000', ['http://localhost:5173']);
    for (const uri of ['http://localhost:3000/', 'http://127.0.0.1:3000/', 'http://localhost:5173/']) {
      expect(allowsRedirect(uri)).toBe(true);
    }
    for (const uri of [
      'http://localhost:3000',
      'http://localhost:3000/api/export/file',
      'http://localhost:3000/?next=1',
      'http://localhost:3000/#x',
      'http://localhost:3000//evil.example/',
      'http://user@localhost:3000/',
      'https://localhost:3000/',
      'http://localhost:3001/',
      'HTTP://LOCALHOST:3000/',
    ]) {
      expect(allowsRedirect(uri)).toBe(false);
    }
  });

  it('are checked by the provider, for signing in and for signing out', async () => {
    const browser = new SecureBrowser();
    const signIn = await browser.call(authorizeUrl({ redirect_uri: `${origin}/reports` }));
    expect(signIn.status).toBe(400);
    const signOut = await browser.call(
      `/realms/ludus/protocol/openid-connect/logout?client_id=ludus-hub&post_logout_redirect_uri=${origin}/reports`,
    );
    expect(signOut.status).toBe(400);
  });
});
