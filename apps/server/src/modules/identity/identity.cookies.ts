import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { realmPath } from './identity.origins.ts';

export type ProviderCookie = 'session' | 'interaction' | 'resume';

/** Sign-in pages that one browser keeps open; each has cookies of its own. */
const maxOpenPages = 10;

/**
 * How cookies of the hub are named. At an https address their names start with `__Host-`: browsers take them from that
 * host only, over https only, and send them with every path.
 */
export interface CookieRules {
  isSecure: boolean;
  /** Of every cookie. */
  path: string;
  /** Returns the full name of a cookie, such as `__Host-ludus_session`. */
  nameOf(cookie: string): string;
}

export function cookieRules(origin: string): CookieRules {
  const { port, protocol } = new URL(origin);
  if (protocol === 'https:')
    return { isSecure: true, path: '/', nameOf: (cookie) => `__Host-ludus_${cookie}` };
  // Cookies know no ports: two hubs on one machine must not take each other's.
  const suffix = port === '' ? 'http' : port;
  return { isSecure: false, path: realmPath, nameOf: (cookie) => `ludus_${cookie}_${suffix}` };
}

export const providerCookies: Readonly<Record<ProviderCookie, string>> = {
  session: 'session',
  interaction: 'sign_in',
  resume: 'resume',
};

const pageUid = new AsyncLocalStorage<string>();

/**
 * Gives the cookies of a sign-in the id of their sign-in as a part of the name. The provider distinguishes the sign-ins of several
 * tabs apart by the path of their cookies, and a `__Host-` cookie has none.
 */
export function nameCookiesBySignIn(provider: Provider, { nameOf }: CookieRules): void {
  const prefixes = (['interaction', 'resume'] as const).map((type) => nameOf(`${providerCookies[type]}.`));

  provider.cookieName = (type) => {
    if (type === 'session') return nameOf(providerCookies.session);
    const ctx = Provider.ctx;
    const uid = pageUid.getStore() ?? ctx?.oidc.entities.Interaction?.uid ?? ctx?.params.uid ?? '';
    return nameOf(`${providerCookies[type as ProviderCookie]}.${uid}`);
  };

  const { interactionDetails, interactionResult } = provider;
  provider.interactionDetails = (request, response) =>
    pageUid.run(uidIn(request), () => interactionDetails.call(provider, request, response));
  provider.interactionResult = (request, ...rest) =>
    pageUid.run(uidIn(request), () => interactionResult.call(provider, request, ...rest));

  provider.use(async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    const { cookies } = ctx;
    const set = cookies.set.bind(cookies);
    const remove = (name: string) =>
      set(name, null, { signed: true, httpOnly: true, sameSite: 'lax', path: '/' });
    cookies.set = (name, value, options) => {
      const [interaction = '', resume = ''] = prefixes;
      if (name.startsWith(interaction)) for (const old of oldPages(ctx.headers.cookie, prefixes)) remove(old);
      // The page is done with, and its cookie with it.
      if (name.startsWith(resume) && !value) remove(name.replace(resume, interaction));
      const isOfPage = prefixes.some((prefix) => name.startsWith(prefix));
      return set(name, value, isOfPage ? { ...options, path: '/' } : options);
    };
    await next();
  });
}

const uidIn = ({ url = '' }: Pick<IncomingMessage, 'url'>): string =>
  /\/sign-in\/([\w-]+)/.exec(url)?.[1] ?? '';

/** Returns the names of cookies of pages beyond the limit; browsers send the oldest first. */
function oldPages(header = '', prefixes: readonly string[]): string[] {
  const names = header.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
  return prefixes.flatMap((prefix) => {
    const pages = names.filter((name) => name.startsWith(prefix) && !name.endsWith('.sig'));
    return pages.slice(0, Math.max(0, pages.length - maxOpenPages + 1));
  });
}
