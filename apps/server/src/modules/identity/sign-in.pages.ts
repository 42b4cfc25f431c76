import { type Language, languages } from '@ludus/contract';
import { html, type Insert, Markup } from './html.ts';
import type { SignInAssets } from './sign-in.assets.ts';
import { texts } from './sign-in.texts.ts';

export type Theme = 'dark' | 'light';

/** What every page of the sign-in depends on. */
export interface PageFrame {
  language: Language;
  theme: Theme;
  assets: SignInAssets;
  /** Address of the page itself, for the links that change language and theme; absent on pages without an address. */
  self: string | undefined;
  /** The hub, for pages that lead back. */
  hubUrl: string;
}

export interface SignInView {
  action: string;
  username: string;
  error?: string | undefined;
  usernameError?: string | undefined;
  passwordError?: string | undefined;
  demo?: { usernames: readonly string[]; password: string } | undefined;
}

export interface ChangePasswordView {
  action: string;
  username: string;
  newPasswordError?: string | undefined;
  repeatPasswordError?: string | undefined;
}

export interface NoticeView {
  title: string;
  text: string;
  /** Where to go from here; the label of the one button. */
  link?: { href: string; label: string } | undefined;
  /** A form instead of a link. */
  form?: Insert;
}

export function signInPage(frame: PageFrame, view: SignInView): string {
  const t = texts[frame.language];
  const focusPassword = view.username !== '' && view.usernameError === undefined;
  return page(
    frame,
    t.signIn,
    html`
      <h1>${t.signInTitle}</h1>
      <p class="lead">${t.signInLead}</p>
      <form method="post" action="${view.action}" novalidate>
        <div class="field">
          <label for="username">${t.username}</label>
          <input id="username" name="username" type="text" value="${view.username}" autocomplete="username"
            autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="200" required
            ${described('username', view.usernameError ?? view.error)}${!focusPassword && autofocus}>
          ${fieldError('username', view.usernameError)}
        </div>
        <div class="field">
          <label for="password">${t.password}</label>
          ${passwordInput(frame, {
            name: 'password',
            autocomplete: 'current-password',
            error: view.passwordError ?? view.error,
            focus: focusPassword,
          })}
          ${fieldError('password', view.passwordError ?? view.error)}
        </div>
        <button class="primary" type="submit">${t.signIn}</button>
      </form>
      <p class="hint">${t.trouble}</p>
      ${view.demo && demoAccounts(frame, view.action, view.demo)}`,
  );
}

export function changePasswordPage(frame: PageFrame, view: ChangePasswordView): string {
  const t = texts[frame.language];
  return page(
    frame,
    t.changeTitle,
    html`
      <h1>${t.changeTitle}</h1>
      <p class="lead">${t.changeLead(view.username)}</p>
      <form method="post" action="${view.action}" novalidate>
        <input class="off-screen" type="text" name="username" value="${view.username}" autocomplete="username"
          tabindex="-1" aria-hidden="true" readonly>
        <div class="field">
          <label for="newPassword">${t.newPassword}</label>
          ${passwordInput(frame, {
            name: 'newPassword',
            autocomplete: 'new-password',
            error: view.newPasswordError,
            hint: 'newPassword-hint',
            // Both fields are empty again, whichever was wrong.
            focus: true,
          })}
          ${fieldError('newPassword', view.newPasswordError)}
          <p class="hint" id="newPassword-hint">${t.newPasswordHint}</p>
        </div>
        <div class="field">
          <label for="repeatPassword">${t.repeatPassword}</label>
          ${passwordInput(frame, {
            name: 'repeatPassword',
            autocomplete: 'new-password',
            error: view.repeatPasswordError,
            focus: false,
          })}
          ${fieldError('repeatPassword', view.repeatPasswordError)}
        </div>
        <button class="primary" type="submit">${t.changeButton}</button>
      </form>`,
  );
}

export function noticePage(frame: PageFrame, view: NoticeView): string {
  return page(
    frame,
    view.title,
    html`
      ${emptyPips}
      <h1>${view.title}</h1>
      <p class="lead">${view.text}</p>
      ${view.form}
      ${view.link && html`<a class="primary" href="${view.link.href}">${view.link.label}</a>`}`,
  );
}

export const autofocus = new Markup(' autofocus');

export function described(name: string, error: string | undefined, hint?: string): Markup {
  const ids = [...(error === undefined ? [] : [`${name}-error`]), ...(hint === undefined ? [] : [hint])];
  if (ids.length === 0) return html``;
  return html`aria-describedby="${ids.join(' ')}"${error !== undefined && new Markup(' aria-invalid="true"')}`;
}

export function fieldError(name: string, error: string | undefined): Markup {
  if (error === undefined) return html``;
  return html`<p class="error" id="${name}-error" role="alert">${warningIcon}<span>${error}</span></p>`;
}

function passwordInput(
  frame: PageFrame,
  input: {
    name: string;
    autocomplete: string;
    error: string | undefined;
    hint?: string | undefined;
    focus: boolean;
  },
): Markup {
  const t = texts[frame.language];
  // The button is there for scripts only: it stays hidden until one runs.
  return html`<div class="secret">
            <input id="${input.name}" name="${input.name}" type="password" autocomplete="${input.autocomplete}"
              maxlength="256" required ${described(input.name, input.error, input.hint)}${input.focus && autofocus}>
            <button type="button" class="reveal" data-reveal="${input.name}" data-show="${t.showPassword}"
              data-hide="${t.hidePassword}" hidden>${eyeIcon}<span class="off-screen">${t.showPassword}</span></button>
          </div>`;
}

function demoAccounts(
  frame: PageFrame,
  action: string,
  demo: { usernames: readonly string[]; password: string },
): Markup {
  const t = texts[frame.language];
  // Without scripts a link fills in only the name.
  return html`
      <section class="demo" aria-labelledby="demo-title" data-password="${demo.password}">
        <h2 id="demo-title">${t.demoTitle}</h2>
        <p>${t.demoLead(demo.password)}</p>
        <ul>
          ${demo.usernames.map(
            (username) =>
              html`<li><a href="${withQuery(action, 'account', username)}" data-fill="${username}" title="${t.demoFill(username)}">${username}</a></li>`,
          )}
        </ul>
      </section>`;
}

export function page(frame: PageFrame, title: string, content: Markup): string {
  const t = texts[frame.language];
  const { assets } = frame;
  return html`<!doctype html>
<html lang="${frame.language}" data-theme="${frame.theme}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="dark light">
    <meta name="robots" content="noindex">
    <title>${title} · ${t.product}</title>
    <link rel="icon" href="${assets['mark.svg']}" type="image/svg+xml">
    <link rel="preload" href="${assets['instrument-sans.woff2']}" as="font" type="font/woff2" crossorigin>
    <link rel="stylesheet" href="${assets['sign-in.css']}">
    <script src="${assets['theme.js']}"></script>
    <script src="${assets['sign-in.js']}" defer></script>
  </head>
  <body>
    <div class="wall" aria-hidden="true"></div>
    <div class="pane">
      <header><a class="brand" href="${frame.hubUrl}">${mark}<span><b>Ludus</b> Hub</span></a></header>
      <main>${content}
      </main>
      <footer>${frame.self !== undefined && choices(frame, frame.self)}</footer>
    </div>
  </body>
</html>
`.text;
}

function choices(frame: PageFrame, self: string): Markup {
  const t = texts[frame.language];
  const names: Record<Language, Insert> = {
    en: t.english,
    it: html`${t.italian} <small>${t.beta}</small>`,
  };
  const themes: readonly Theme[] = ['dark', 'light'];
  return html`<nav class="choices" aria-label="${t.language}">${languages.map(
    (language) =>
      html`<a href="${withQuery(self, 'lang', language)}" hreflang="${language}" lang="${language}" data-language="${language}"${
        language === frame.language && new Markup(' aria-current="true"')
      }>${names[language]}</a>`,
  )}</nav>
        <nav class="choices" aria-label="${t.theme}">${themes.map(
          (theme) =>
            html`<a class="theme" href="${withQuery(self, 'theme', theme)}" data-scheme="${theme}">${
              theme === 'dark' ? moonIcon : sunIcon
            }<span>${t[theme]}</span></a>`,
        )}</nav>`;
}

export function withQuery(address: string, name: string, value: string): string {
  const [path = '', query = ''] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return `${path}?${parameters}`;
}

export function withoutQuery(address: string, name: string): string {
  const [path = '', query = ''] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete(name);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

const mark = new Markup(
  '<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><g fill="currentColor"><circle cx="3.6" cy="3.6" r="3.4"/><circle cx="3.6" cy="12" r="3.4"/><circle cx="12" cy="20.4" r="3.4"/><circle cx="20.4" cy="20.4" r="3.4"/></g><circle cx="3.6" cy="20.4" r="3.4" fill="#e9ba48"/></svg>',
);

const emptyPips = new Markup(
  `<svg class="pips" viewBox="0 0 64 40" width="64" height="40" aria-hidden="true">${[0, 1, 2]
    .flatMap((row) =>
      [0, 1, 2, 3, 4].map(
        (column) =>
          `<circle cx="${4 + column * 14}" cy="${6 + row * 14}" r="3.5"${row === 1 && column === 2 ? ' class="lit"' : ''}/>`,
      ),
    )
    .join('')}</svg>`,
);

export const icon = (content: string, size = 18): Markup =>
  new Markup(
    `<svg viewBox="0 0 24 24" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${content}</svg>`,
  );

const eyeIcon = icon(
  '<path d="M2.5 12C4.6 7.9 8 5.8 12 5.8s7.4 2.1 9.5 6.2c-2.1 4.1-5.5 6.2-9.5 6.2S4.6 16.1 2.5 12z"/><circle cx="12" cy="12" r="2.6"/><path class="slash" d="M4 20 20 4"/>',
);
const warningIcon = icon('<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5"/><path d="M12 16.4v.1"/>', 16);
const moonIcon = icon('<path d="M20 14.5A8.3 8.3 0 0 1 9.5 4 8.3 8.3 0 1 0 20 14.5z"/>', 14);
const sunIcon = icon(
  '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/>',
  14,
);
