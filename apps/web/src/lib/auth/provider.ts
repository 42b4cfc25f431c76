import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { choiceOfDevice } from '../stored-language.ts';
import type { ClientConfig } from './session.ts';
import type { Tokens } from './tokens.ts';

/** What travels through the identity provider and back: where the person wanted to go. */
interface ReturnState {
  returnTo: string;
  /** True when the hub signed in again by itself, because the token was refused. */
  isRepeat?: boolean;
}

/** The way to the identity provider and back. It comes when someone signs in or out, or a token is renewed. */
export interface Provider {
  /**
   * Leaves for the sign-in page; the deep link that was asked for is opened on return.
   * @throws Error when the provider's discovery document names another issuer
   */
  signIn(options?: { isRepeat?: boolean }): Promise<void>;
  /**
   * Exchanges the code of a sign-in that has just ended; null where it is an old or a foreign one.
   * @throws Error when the provider's discovery document names another issuer
   */
  finishSignIn(): Promise<{ tokens: Tokens; returnTo: string; isRepeat: boolean } | null>;
  renew(): Promise<Tokens | 'refused' | 'unreachable'>;
  signOut(idToken: string | undefined): Promise<void>;
}

/** A path of this app, never another site's address. */
export function safeReturnPath(value: unknown): string {
  const returnTo = value !== null && typeof value === 'object' ? (value as ReturnState).returnTo : undefined;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/';
}

function wasRepeat(state: unknown): boolean {
  return state !== null && typeof state === 'object' && (state as ReturnState).isRepeat === true;
}

/** A value that only this sign-in knows: the ID token must repeat it (OpenID Connect `nonce`). */
function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function createManager(config: ClientConfig): UserManager {
  const language = choiceOfDevice();
  return new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    redirect_uri: `${location.origin}/`,
    post_logout_redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope: 'openid profile email',
    resource: config.audience,
    // Without a choice on this device the sign-in page follows the browser.
    ...(language !== null && { ui_locales: language }),
    // The session ends with the tab; another tab signs in again without a question while the provider knows the person.
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
  });
}

export function createProvider(config: ClientConfig): Provider {
  const manager = createManager(config);
  // The library takes whatever issuer the document names, and with it that issuer's addresses for codes and tokens.
  const assertIssuer = async () => {
    const named = await manager.metadataService.getIssuer();
    if (named === config.issuer) return;
    throw new Error(`The identity provider calls itself ${named} and not ${config.issuer}.`);
  };
  return {
    async signIn({ isRepeat = false } = {}) {
      await manager.clearStaleState();
      await assertIssuer();
      const returnTo = location.pathname + location.search + location.hash;
      const state: ReturnState = { returnTo, ...(isRepeat && { isRepeat }) };
      await manager.signinRedirect({ state, nonce: newNonce() });
    },
    async finishSignIn() {
      await assertIssuer();
      try {
        const user = await manager.signinRedirectCallback();
        return { tokens: user, returnTo: safeReturnPath(user.state), isRepeat: wasRepeat(user.state) };
      } catch {
        return null;
      }
    },
    async renew() {
      try {
        return (await manager.signinSilent()) ?? 'refused';
      } catch (error) {
        // The provider said no; anything else is a connection that may come back.
        return error instanceof ErrorResponse ? 'refused' : 'unreachable';
      }
    },
    signOut: (idToken) => manager.signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken }),
  };
}
