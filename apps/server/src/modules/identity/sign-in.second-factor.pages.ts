import { html, Markup } from './html.ts';
import {
  autofocus,
  described,
  fieldError,
  icon,
  type PageFrame,
  page,
  withoutQuery,
  withQuery,
} from './sign-in.pages.ts';
import { texts } from './sign-in.texts.ts';

export interface CodeView {
  action: string;
  username: string;
  /** Asks for a recovery code in place of one of the app. */
  isRecovery: boolean;
  error?: string | undefined;
}

export interface EnrolView {
  action: string;
  username: string;
  key: string;
  /** An SVG document. */
  qr: string;
  error?: string | undefined;
}

export interface RecoveryCodesView {
  action: string;
  username: string;
  codes: readonly string[];
}

export function codePage(frame: PageFrame, view: CodeView): string {
  const t = texts[frame.language];
  const { isRecovery } = view;
  const title = isRecovery ? t.recoveryTitle : t.codeTitle;
  const other = isRecovery
    ? html`<a href="${withoutQuery(view.action, 'with')}">${t.useApp}</a>`
    : html`<a href="${withQuery(view.action, 'with', 'recovery')}">${t.useRecovery}</a>`;
  return page(
    frame,
    title,
    html`
      <h1>${title}</h1>
      <p class="lead">${isRecovery ? t.recoveryLead(view.username) : t.codeLead(view.username)}</p>
      <form method="post" action="${view.action}" novalidate>
        <div class="field">
          <label for="code">${isRecovery ? t.recoveryCode : t.code}</label>
          ${codeInput(view.error, isRecovery)}
          ${fieldError('code', view.error)}
        </div>
        <button class="primary" type="submit">${t.codeButton}</button>
      </form>
      <p class="hint">${other}</p>
      <p class="hint">${t.codeTrouble}</p>`,
  );
}

export function enrolPage(frame: PageFrame, view: EnrolView): string {
  const t = texts[frame.language];
  return page(
    frame,
    t.enrolTitle,
    html`
      <h1>${t.enrolTitle}</h1>
      <p class="lead">${t.enrolLead(view.username)}</p>
      <div class="qr" role="img" aria-label="${t.qr}">${new Markup(view.qr)}</div>
      <div class="key">
        <p class="hint" id="key-hint">${t.keyHint}</p>
        <div class="copied">
          <code id="key" aria-describedby="key-hint">${view.key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <button type="button" class="tool" data-copy="${view.key}" data-done="${t.copied}" hidden>${copyIcon}<span>${t.copy}</span></button>
        </div>
      </div>
      <form method="post" action="${view.action}" novalidate>
        <div class="field">
          <label for="code">${t.enrolCode}</label>
          ${codeInput(view.error, false)}
          ${fieldError('code', view.error)}
        </div>
        <button class="primary" type="submit">${t.enrolButton}</button>
      </form>`,
  );
}

export function recoveryCodesPage(frame: PageFrame, view: RecoveryCodesView): string {
  const t = texts[frame.language];
  const text = view.codes.join('\n');
  const file = [`${t.product} · ${view.username}`, '', ...view.codes, ''].join('\n');
  // The page has no address of its own: a reload would send the form again.
  return page(
    { ...frame, self: undefined },
    t.savedTitle,
    html`
      <h1>${t.savedTitle}</h1>
      <p class="lead">${t.savedLead}</p>
      <ul class="codes" aria-label="${t.recoveryCodes}">
        ${view.codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <div class="tools">
        <button type="button" class="tool" data-copy="${text}" data-done="${t.copied}" hidden>${copyIcon}<span>${t.copy}</span></button>
        <button type="button" class="tool" data-download="${file}" data-file="ludus-hub-recovery-codes.txt" hidden>${downloadIcon}<span>${t.download}</span></button>
      </div>
      <form method="post" action="${view.action}">
        <button class="primary" type="submit" autofocus>${t.savedButton}</button>
      </form>`,
  );
}

function codeInput(error: string | undefined, isRecovery: boolean): Markup {
  const kind = isRecovery
    ? html`autocomplete="off" autocapitalize="characters" maxlength="20"`
    : html`autocomplete="one-time-code" inputmode="numeric" maxlength="10"`;
  return html`<input id="code" name="code" type="text" class="code" ${kind} autocorrect="off" spellcheck="false" required
            ${described('code', error)}${autofocus}>`;
}

const copyIcon = icon(
  '<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2"/>',
  16,
);
const downloadIcon = icon(
  '<path d="M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2"/><path d="M7 11l5 5 5-5"/><path d="M12 4v12"/>',
  16,
);
