import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { origin as hubOrigin } from './origin.ts';
import { travel } from './screen.ts';
import { forgetToasts, keepToasts } from './toasts.ts';

export const password = 'ludus-demo';

/** The demo's accounts; together they hold each of the five roles. */
export type Account =
  | 'admin'
  | 'manager'
  | 'alpina.admin'
  | 'alpina.manager'
  | 'alpina.guest'
  | 'baltica.admin';

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
}

/** Opens a path as a person does who is not signed in: the sign-in page comes first, then the path. */
export async function signInByForm(page: Page, account: Account, path = '/'): Promise<void> {
  await keepToasts(page);
  await page.goto(path);
  await page.getByLabel('Username').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The sign-in page has a heading of its own.
  await page.getByLabel('Username').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Pages that were signed in here, and whether they wait on the screen that everyone may open. */
const people = new WeakMap<Page, { at: string; account: Account; waits: boolean }>();
const waitingRoom = { path: '/notifications', heading: 'Notifications' };

/**
 * Opens a path as someone who has signed in already, with tokens of their own: the application is loaded once instead of
 * twice, and not again where the same person's page was left. Other tabs of the context belong to the same person.
 */
export async function signIn(page: Page, account: Account, path = '/'): Promise<void> {
  const at = /^https?:/.test(path) ? new URL(path).origin : hubOrigin();
  const before = people.get(page);
  people.set(page, { at, account, waits: false });
  if (before?.waits && before.at === at && before.account === account && !path.startsWith(waitingRoom.path)) {
    await travel(page, path);
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: waitingRoom.heading }).waitFor();
    return;
  }
  const { key, user } = await storedUser(at, account);
  // Init scripts of an earlier sign-in find a tab that has one.
  if (before && page.url().startsWith(at)) {
    await page.evaluate(
      ({ at, key, user }) => {
        sessionStorage.clear();
        sessionStorage.setItem('signed-in', at);
        sessionStorage.setItem(key, user);
      },
      { at, key, user },
    );
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return;
  }
  await keepToasts(page);
  await page.context().addInitScript(
    ({ at, key, user }) => {
      // Once per tab: who signs out stays signed out, and renewed tokens are kept.
      if (location.origin !== at || sessionStorage.getItem('signed-in') !== null) return;
      sessionStorage.setItem('signed-in', at);
      sessionStorage.setItem(key, user);
    },
    { at, key, user },
  );
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Leaves what a page shows, so that the next sign-in of the same person needs no load. Closes a page that does not let go. */
export async function leave(page: Page): Promise<void> {
  const person = people.get(page);
  const here = page.getByRole('heading', { level: 1, name: waitingRoom.heading, exact: true });
  try {
    if (person === undefined) throw new Error('Signed in by its form, or not at all.');
    await travel(page, waitingRoom.path);
    await here.waitFor({ timeout: 3000 });
    await forgetToasts(page);
    person.waits = true;
  } catch {
    await page.context().close();
  }
}

/** What the web application keeps of a person who has signed in. */
export async function storedUser(at: string, account: Account): Promise<{ key: string; user: string }> {
  const { issuer, clientId } = await configOf(at);
  const { expires_in, ...tokens } = await tokensFor(at, account);
  const payload = tokens.id_token.split('.')[1] ?? '';
  const profile = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const user = { ...tokens, profile, expires_at: Math.floor(Date.now() / 1000) + expires_in };
  return { key: `oidc.user:${issuer}:${clientId}`, user: JSON.stringify(user) };
}

/** Cookies by path, as a browser keeps them. */
class CookieJar {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  headerFor(url: string): string {
    const { pathname } = new URL(url);
    return [...this.#cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  keep(response: Response, url: string): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const split = pair.indexOf('=');
      const [name, value] = [pair.slice(0, split), pair.slice(split + 1)];
      const given = attributes.find((part) => /^path=/i.test(part))?.slice(5);
      const path = given ?? new URL(url).pathname;
      if (value === '') this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { name, value, path });
    }
  }
}

/** Follows redirects and sends a form, as far as the address the provider returns to. */
async function open(jar: CookieJar, url: string, returnTo: string, form?: Record<string, string>) {
  let next = url;
  let body = form === undefined ? null : new URLSearchParams(form);
  for (let hop = 0; hop < 12; hop++) {
    const headers: Record<string, string> = { accept: 'text/html', cookie: jar.headerFor(next) };
    if (body !== null) headers.origin = new URL(next).origin;
    const response = await fetch(next, { method: body ? 'POST' : 'GET', redirect: 'manual', headers, body });
    jar.keep(response, next);
    const location = response.headers.get('location');
    const text = await response.text();
    if (location === null) return { url: next, text };
    next = new URL(location, next).href;
    body = null;
    if (next.startsWith(returnTo)) return { url: next, text: '' };
  }
  throw new Error(`Too many redirects, the last to ${next}`);
}

interface ClientConfig {
  issuer: string;
  clientId: string;
  audience: string;
}

async function configOf(origin: string): Promise<ClientConfig> {
  return (await (await fetch(`${origin}/api/config`)).json()) as ClientConfig;
}

/** The same code flow with PKCE that the web application goes through, without a browser. */
export async function tokensFor(origin: string, account: Account): Promise<Tokens> {
  const config = await configOf(origin);
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${origin}/`;
  const jar = new CookieJar();
  const parameters = new URLSearchParams({
    client_id: config.clientId,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: redirectUri,
    resource: config.audience,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const returnTo = `${redirectUri}?`;
  const asked = await open(jar, `${config.issuer}/protocol/openid-connect/auth?${parameters}`, returnTo);
  const answered = await open(jar, asked.url, returnTo, { username: account, password });
  const code = new URL(answered.url).searchParams.get('code');
  if (code === null) throw new Error(`${account} could not sign in: ${answered.url}\n${answered.text}`);
  return redeem(config, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

async function redeem(config: ClientConfig, parameters: Record<string, string>): Promise<Tokens> {
  const response = await fetch(`${config.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: config.clientId, ...parameters }),
  });
  if (!response.ok) throw new Error(`No token: ${response.status} ${await response.text()}`);
  return (await response.json()) as Tokens;
}
