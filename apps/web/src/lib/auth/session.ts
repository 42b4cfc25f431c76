import type { getConfig, ResponseOf } from '@ludus/contract';
import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { Renewal, TokenSource } from '../api/client.ts';
import { type SessionUser, userFromTokens } from './identity.ts';
import { watchToken } from './token-watch.ts';

export type ClientConfig = ResponseOf<typeof getConfig>;

/** The signed-in session: who it is, the token of the calls, and how it ends. */
export interface Session extends TokenSource {
  readonly config: ClientConfig;
  user(): SessionUser;
  /** Tells when the user changed (rights may change with a new token) or the session failed. */
  subscribe(listener: () => void): () => void;
  /** True when signing in did not help: the token is refused right after a sign-in. */
  hasFailed(): boolean;
  signOut(): void;
  stop(): void;
}

/** What travels through the identity provider and back: where the person wanted to go. */
interface ReturnState {
  returnTo: string;
}

/** A path of this app, never another site's address. */
export function safeReturnPath(value: unknown): string {
  const returnTo = value !== null && typeof value === 'object' ? (value as ReturnState).returnTo : undefined;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/';
}

function createManager(config: ClientConfig): UserManager {
  return new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    redirect_uri: `${location.origin}/`,
    post_logout_redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope: 'openid profile email',
    resource: config.audience,
    ui_locales: document.documentElement.lang,
    // The session ends with the tab; another tab signs in again without a question while the provider knows the person.
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
  });
}

function isReturn(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return parameters.has('state') && (parameters.has('code') || parameters.has('error'));
}

/** The address to come back to after signing in. */
function currentPath(): string {
  return location.pathname + location.search + location.hash;
}

/**
 * Signs the person in before any screen (AUTH-01). Null while the browser is on its way to the identity provider; the
 * deep link that was asked for is opened on return.
 */
export async function startSession(config: ClientConfig): Promise<Session | null> {
  const manager = createManager(config);
  await manager.clearStaleState();
  let user: User | null = null;
  let isFresh = false;
  if (isReturn(location.search)) {
    try {
      user = await manager.signinRedirectCallback();
      isFresh = true;
      history.replaceState(history.state, '', safeReturnPath(user.state));
    } catch {
      // An old or foreign answer: Back into a finished sign-in, a bookmark of the return address. Start anew.
      history.replaceState(history.state, '', '/');
    }
  }
  user ??= await manager.getUser();
  if (user?.expired) user = user.refresh_token ? await manager.signinSilent().catch(() => null) : null;
  if (!user) {
    await manager.signinRedirect({ state: { returnTo: currentPath() } satisfies ReturnState });
    return null;
  }
  return createSession(manager, config, user, isFresh ? Date.now() : 0);
}

/** A refused token within this time after a sign-in means that signing in once more would only go round in circles. */
const circleMs = 15_000;

function createSession(manager: UserManager, config: ClientConfig, first: User, signedInAt: number): Session {
  let current = first;
  let person = userFromTokens(first.profile, first.access_token, config.clientId);
  let isFailed = false;
  let isLeaving = false;
  let renewing: Promise<Renewal> | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };

  const renewOnce = async (): Promise<Renewal> => {
    try {
      const renewed = await manager.signinSilent();
      if (!renewed) return 'refused';
      current = renewed;
      person = userFromTokens(renewed.profile, renewed.access_token, config.clientId);
      tell();
      return 'renewed';
    } catch (error) {
      // The provider said no; anything else is a connection that may come back.
      return error instanceof ErrorResponse ? 'refused' : 'unreachable';
    }
  };
  const renew = (): Promise<Renewal> => {
    renewing ??= renewOnce().finally(() => {
      renewing = null;
    });
    return renewing;
  };
  const signInAgain = () => {
    if (isLeaving) return;
    if (Date.now() - signedInAt < circleMs) {
      isFailed = true;
      tell();
      return;
    }
    isLeaving = true;
    void manager
      .removeUser()
      .then(() => manager.signinRedirect({ state: { returnTo: currentPath() } satisfies ReturnState }))
      .catch(() => location.reload());
  };
  const stopWatch = watchToken({
    secondsLeft: () => current.expires_in ?? null,
    renew: async () => {
      if ((await renew()) === 'refused') signInAgain();
    },
  });

  return {
    config,
    user: () => person,
    hasFailed: () => isFailed,
    accessToken: () => current.access_token,
    renew,
    signInAgain,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signOut() {
      isLeaving = true;
      void manager.signoutRedirect({ id_token_hint: current.id_token }).catch(async () => {
        await manager.removeUser();
        location.assign('/');
      });
    },
    stop: stopWatch,
  };
}
