import type { KoaContextWithOIDC } from 'oidc-provider';
import { html, Markup } from './html.ts';
import { type Origins, realmPath } from './identity.origins.ts';
import type { SignInAssets } from './sign-in.assets.ts';
import { frameOf } from './sign-in.frame.ts';
import { type NoticeView, noticePage, type PageFrame } from './sign-in.pages.ts';
import { type Texts, texts } from './sign-in.texts.ts';

export interface ProviderPages {
  renderError(ctx: KoaContextWithOIDC): void;
  renderSignOut(ctx: KoaContextWithOIDC, form: string): void;
  renderSignedOut(ctx: KoaContextWithOIDC): void;
}

/** The pages that the provider itself shows, in the design of the sign-in. */
export function createProviderPages(deps: { origins: Origins; assets: SignInAssets }): ProviderPages {
  const hubUrl = `${deps.origins.issuerOrigin}/`;

  function show(ctx: KoaContextWithOIDC, view: (t: Texts) => NoticeView): void {
    const uiLocales = ctx.query.ui_locales;
    const frame: PageFrame = frameOf({
      headers: ctx.headers,
      query: {},
      assets: deps.assets,
      hubUrl,
      uiLocales: typeof uiLocales === 'string' ? uiLocales : undefined,
    });
    ctx.type = 'html';
    ctx.body = noticePage(frame, view(texts[frame.language]));
  }

  return {
    renderError(ctx) {
      const { status } = ctx;
      show(ctx, (t) => ({
        ...noticeOf(t, status, ctx.path),
        link: { href: hubUrl, label: t.toHub },
      }));
      ctx.status = status;
    },

    renderSignOut(ctx, form) {
      show(ctx, (t) => ({
        title: t.signOutTitle,
        text: t.signOutText,
        // The provider's form carries its own protection; the button outside belongs to it by its id.
        form: html`${new Markup(form)}
          <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">${t.signOut}</button>
          <a class="quiet" href="${hubUrl}">${t.staySignedIn}</a>`,
      }));
    },

    renderSignedOut(ctx) {
      show(ctx, (t) => ({
        title: t.signedOutTitle,
        text: t.signedOutText,
        link: { href: hubUrl, label: t.toHub },
      }));
    },
  };
}

const resumedPath = new RegExp(`^(?:${realmPath})?/protocol/openid-connect/auth/`);

function noticeOf(t: Texts, status: number, path: string): Pick<NoticeView, 'title' | 'text'> {
  if (status >= 500) return { title: t.failedTitle, text: t.failedText };
  // Coming back to a sign-in that is over: its page was left open, or Back was pressed.
  if (resumedPath.test(path)) return { title: t.expiredTitle, text: t.expiredText };
  return { title: t.badRequestTitle, text: t.badRequestText };
}
