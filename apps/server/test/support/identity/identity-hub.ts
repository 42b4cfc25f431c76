import { createHash, randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import type { Settings } from '../../../src/infra/config/settings.ts';
import {
  createIdentityModule,
  type IdentityDeps,
  type IdentityModule,
} from '../../../src/modules/identity/identity.module.ts';

/** A server with only the identity module, on a port of its own. */
export interface RunningIdentity {
  app: FastifyInstance;
  identity: IdentityModule;
  origin: string;
  issuer: string;
  close(): Promise<void>;
}

export type IdentityTestDeps = Omit<IdentityDeps, 'settings'> & { settings: Settings; port: number };

export async function runIdentity({ port, ...deps }: IdentityTestDeps): Promise<RunningIdentity> {
  const origin = `http://localhost:${port}`;
  const identity = createIdentityModule({ ...deps, settings: { ...deps.settings, publicUrl: origin } });
  const app = fastify({ forceCloseConnections: true });
  if (identity.plugin !== undefined) await app.register(identity.plugin);
  await identity.start?.();
  await app.listen({ port, host: '127.0.0.1' });
  return {
    app,
    identity,
    origin,
    issuer: identity.issuer,
    async close() {
      await app.close();
      await identity.stop?.();
    },
  };
}

interface Cookie {
  value: string;
  path: string;
}

export interface Page {
  status: number;
  url: string;
  text: string;
  headers: Headers;
}

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
}

/** A browser without scripts: it keeps cookies by path, follows redirects and sends forms. */
export class Browser {
  readonly cookies = new Map<string, Cookie>();
  readonly #headers: Record<string, string>;

  constructor(headers: Record<string, string> = {}) {
    this.#headers = { accept: 'text/html', ...headers };
  }

  /** Follows redirects as far as `stopAt` (an address that is read but not asked for). */
  async open(url: string, options: { form?: Record<string, string>; stopAt?: string } = {}): Promise<Page> {
    let next = url;
    let form = options.form;
    for (let hop = 0; hop < 12; hop += 1) {
      const response = await fetch(next, {
        method: form === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          ...this.#headers,
          cookie: this.#cookieHeader(next),
          ...(form === undefined ? {} : { origin: new URL(next).origin }),
        },
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      });
      this.#keep(response, next);
      const location = response.headers.get('location');
      if (location === null) {
        return { status: response.status, url: next, text: await response.text(), headers: response.headers };
      }
      await response.body?.cancel();
      next = new URL(location, next).href;
      form = undefined;
      if (options.stopAt !== undefined && next.startsWith(options.stopAt)) {
        return { status: response.status, url: next, text: '', headers: response.headers };
      }
    }
    throw new Error(`too many redirects: ${next}`);
  }

  #cookieHeader(url: string): string {
    const { pathname } = new URL(url);
    return [...this.cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
  }

  #keep(response: Response, url: string): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const split = pair.indexOf('=');
      const name = pair.slice(0, split);
      const value = pair.slice(split + 1);
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? new URL(url).pathname;
      const key = `${name} ${path}`;
      if (value === '') this.cookies.delete(key);
      else this.cookies.set(key, { value, path });
    }
  }
}

/** The web application's part of the code flow with PKCE, over HTTP. */
export class Client {
  readonly #issuer: string;
  readonly redirectUri: string;
  /** The start of the URL that the browser is redirected to, with code or error. */
  readonly returnUri: string;
  readonly #verifier = randomBytes(32).toString('base64url');

  constructor(issuer: string, redirectUri: string) {
    this.#issuer = issuer;
    this.redirectUri = redirectUri;
    this.returnUri = `${redirectUri}?`;
  }

  authorizeUrl(extra: Record<string, string> = {}): string {
    const parameters = new URLSearchParams({
      client_id: 'ludus-hub',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: this.redirectUri,
      state: 'state-1',
      code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...extra,
    });
    return `${this.#issuer}/protocol/openid-connect/auth?${parameters}`;
  }

  /** Opens the sign-in page, submits name and password, and returns the resulting page. */
  async submit(browser: Browser, username: string, password: string): Promise<Page> {
    const page = await browser.open(this.authorizeUrl(), { stopAt: this.returnUri });
    if (page.url.startsWith(this.returnUri)) return page;
    return browser.open(page.url, { form: { username, password }, stopAt: this.returnUri });
  }

  async signIn(browser: Browser, username: string, password: string): Promise<Tokens> {
    return this.redeem(await this.submit(browser, username, password));
  }

  async redeem(page: Page): Promise<Tokens> {
    const code = new URL(page.url).searchParams.get('code');
    if (code === null) throw new Error(`no code in ${page.url}: ${page.status} ${page.text}`);
    const response = await this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: this.#verifier,
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Tokens;
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  token(parameters: Record<string, string>): Promise<Response> {
    return fetch(`${this.#issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { origin: new URL(this.redirectUri).origin },
      body: new URLSearchParams({ client_id: 'ludus-hub', ...parameters }),
    });
  }

  /** Checks an access token as the hub does, with the published keys. */
  async verify(token: string): Promise<JWTPayload> {
    const keys = createRemoteJWKSet(new URL(`${this.#issuer}/protocol/openid-connect/certs`));
    const { payload } = await jwtVerify(token, keys, {
      issuer: this.#issuer,
      audience: 'urn:ludus:api',
      algorithms: ['RS256', 'ES256'],
    });
    return payload;
  }
}

export const claimsIn = (token: string): JWTPayload => decodeJwt(token);
