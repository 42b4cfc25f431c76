import type { IncomingHttpHeaders } from 'node:http';
import { isLanguage } from '@ludus/contract';
import { realmPath } from './identity.origins.ts';
import type { SignInAssets } from './sign-in.assets.ts';
import type { PageFrame, Theme } from './sign-in.pages.ts';
import { languageOf } from './sign-in.texts.ts';

const languageCookie = 'ludus_language';
const themeCookie = 'ludus_theme';
const yearSeconds = 365 * 24 * 60 * 60;

type Query = Readonly<Record<string, unknown>>;

/** Language and theme of a page, from its address, the application's wish, cookies and the browser, in this order. */
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
  return {
    language: languageOf({
      chosen: textOf(query.lang),
      uiLocales: source.uiLocales,
      remembered: cookies.get(languageCookie),
      accepted: headers['accept-language'],
    }),
    theme: themeOf(query.theme) ?? themeOf(cookies.get(themeCookie)),
    assets: source.assets,
    self: source.self,
    hubUrl: source.hubUrl,
  };
}

/** Cookies that remember what was chosen by a link of the page. */
export function readChoices(query: Query): string[] {
  const language = textOf(query.lang);
  const theme = themeOf(query.theme);
  return [
    ...(isLanguage(language) ? [`${languageCookie}=${language}`] : []),
    ...(theme === undefined ? [] : [`${themeCookie}=${theme}`]),
  ].map((cookie) => `${cookie}; Path=${realmPath}; Max-Age=${yearSeconds}; SameSite=Lax`);
}

function themeOf(value: unknown): Theme | undefined {
  return value === 'dark' || value === 'light' ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function cookiesOf(header: string | undefined): ReadonlyMap<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim(), value.join('=').trim()] as const;
  });
  return new Map(pairs);
}
