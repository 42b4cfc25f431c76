import type { IncomingHttpHeaders } from 'node:http';
import { isLanguage } from '@ludus/contract';
import { cookieRules } from './identity.cookies.ts';
import type { SignInAssets } from './sign-in.assets.ts';
import type { PageFrame, Theme } from './sign-in.pages.ts';
import { languageOf } from './sign-in.texts.ts';

const yearSeconds = 365 * 24 * 60 * 60;

type Query = Readonly<Record<string, unknown>>;

/**
 * Language of a page, from its query, the application's `ui_locales`, cookies and the browser, in this order; theme from
 * its query and cookies, dark like the hub without a choice.
 */
export function frameOf(source: {
  headers: IncomingHttpHeaders;
  query: Query;
  assets: SignInAssets;
  hubUrl: string;
  self?: string | undefined;
  uiLocales?: string | undefined;
}): PageFrame {
  const { headers, query } = source;
  const cookies = cookiesOf(headers.cookie);
  const { nameOf } = cookieRules(source.hubUrl);
  return {
    language: languageOf({
      chosen: textOf(query.lang),
      uiLocales: source.uiLocales,
      remembered: cookies.get(nameOf('language')),
      accepted: headers['accept-language'],
    }),
    theme: themeOf(query.theme) ?? themeOf(cookies.get(nameOf('theme'))) ?? 'dark',
    assets: source.assets,
    self: source.self,
    hubUrl: source.hubUrl,
  };
}

/** Cookies that remember what was chosen by a link of the page. */
export function readChoices(query: Query, origin: string): string[] {
  const { nameOf, path, isSecure } = cookieRules(origin);
  const language = textOf(query.lang);
  const theme = themeOf(query.theme);
  return [
    ...(isLanguage(language) ? [`${nameOf('language')}=${language}`] : []),
    ...(theme === undefined ? [] : [`${nameOf('theme')}=${theme}`]),
  ].map(
    (cookie) =>
      `${cookie}; Path=${path}; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  );
}

function themeOf(value: unknown): Theme | undefined {
  return value === 'dark' || value === 'light' ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function cookiesOf(header: string | undefined): ReadonlyMap<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim(), value.join('=').trim()] as const;
  });
  return new Map(pairs);
}
