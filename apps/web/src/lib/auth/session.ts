import type { getConfig, ResponseOf } from '@ludus/contract';
import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { Renewal, TokenSource } from '../api/client.ts';
import { choiceOfDevice } from '../stored-language.ts';
import { type SessionUser, userFromTokens } from './identity.ts';
import { watchToken } from './token-watch.ts';

export type ClientConfig = ResponseOf<typeof getConfig>;

/** The signed-in session: who it is, the token of the calls, and how it ends. */
export interface Session extends TokenSource {
  readonly config: ClientConfig;
  user(): SessionUser;
  /** Called when the user changed (rights may change with a new token) or the session failed. */
  subscribe(listener: () => void): () => void;
  /** True when signing in again did not help: the new token is refused as well. */
  hasFailed(): boolean;
  signOut(): void;
  stop(): void;
}

/** What travels through the identity provider and back: where the person wanted to go. */
interface ReturnState {
  returnTo: string;
  /** True when the hub signed in again by itself, because the token was refused. */
  isRepeat?: boolean;
}

/** A path of this app, never another site's address. */
export function safeReturnPath(value: unknown): string {
  const returnTo = value !== null && typeof value === 'object' ? (value as ReturnState).returnTo : undefined;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/';
}

function wasRepeat(state: unknown): boolean {
  return state !== null && typeof state === 'object' && (state as ReturnState).isRepeat === true;
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

function isReturn(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return parameters.has('state') && (parameters.has('code') || parameters.has('error'));
}

/** A value that only this sign-in knows: the ID token must repeat it (OpenID Connect `nonce`). */
function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Leaves for the identity provider. @throws Error when its discovery document names another issuer */
async function redirectToSignIn(
  manager: UserManager,
  config: ClientConfig,
  { isRepeat = false } = {},
): Promise<void> {
  await assertIssuer(manager, config);
  const state: ReturnState = { returnTo: currentPath(), ...(isRepeat && { isRepeat }) };
  await manager.signinRedirect({ state, nonce: newNonce() });
}

// The library takes whatever issuer the document names, and with it that issuer's addresses for codes and tokens.
async function assertIssuer(manager: UserManager, { issuer }: ClientConfig): Promise<void> {
  const named = await manager.metadataService.getIssuer();
  if (named !== issuer) throw new Error(`The identity provider calls itself ${named} and not ${issuer}.`);
}

/** True when the ID token comes from the configured issuer and is meant for this application. */
function isOwnToken({ profile }: User, { issuer, clientId }: ClientConfig): boolean {
  const audience = Array.isArray(profile.aud) ? profile.aud : [profile.aud];
  return profile.iss === issuer && audience.includes(clientId);
}

/** The address to come back to after signing in. */
function currentPath(): string {
  return location.pathname + location.search + location.hash;
}

/**
 * Signs the person in before any screen. Null while the browser is on its way to the identity provider; the
 * deep link that was asked for is opened on return.
 */
export async function startSession(config: ClientConfig): Promise<Session | null> {
  const manager = createManager(config);
  await manager.clearStaleState();
  let user: User | null = null;
  let isRepeat = false;
  if (isReturn(location.search)) {
    await assertIssuer(manager, config);
    try {
      user = await manager.signinRedirectCallback();
      isRepeat = wasRepeat(user.state);
      history.replaceState(history.state, '', safeReturnPath(user.state));
    } catch {
      // An old or foreign response: Back into a finished sign-in, a bookmark of the return address. Start anew.
      history.replaceState(history.state, '', '/');
    }
  }
  if (user !== null && !isOwnToken(user, config)) {
    await manager.removeUser();
    throw new Error('The identity provider sent an ID token of another issuer or for another application.');
  }
  user ??= await manager.getUser();
  if (user?.expired) user = user.refresh_token ? await manager.signinSilent().catch(() => null) : null;
  if (user === null || !isOwnToken(user, config)) {
    await redirectToSignIn(manager, config);
    return null;
  }
  return createSession(manager, config, user, isRepeat ? Date.now() : 0);
}

/** Removes what screens keep for the visit, so that the next person in this tab does not find it. */
function forgetVisit(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('ludus.')) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage that is forbidden holds nothing.
  }
}

/** When the page still stands this long after it was to be left, the person has chosen to stay. */
const stayMs = 5_000;

/**
 * A token that is refused this soon after an automatic sign-in means that another one would only go round in circles.
 * After a sign-in by a person it means that the session was ended elsewhere.
 */
const circleMs = 15_000;

function createSession(manager: UserManager, config: ClientConfig, first: User, repeatedAt: number): Session {
  let current = first;
  let person = userFromTokens(first.profile, first.access_token, config.clientId);
  let isFailed = false;
  let isLeaving = false;
  /** Once the page is to be left, there is nothing to renew a token with. */
  let hasEnded = false;
  let renewing: Promise<Renewal> | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };

  const renewOnce = async (): Promise<Renewal> => {
    if (hasEnded) return 'refused';
    try {
      const renewed = await manager.signinSilent();
      if (!renewed || !isOwnToken(renewed, config)) return 'refused';
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
  /** What is unsaved on the page may hold it back: then the next refused call leaves anew. */
  const leaving = () => {
    isLeaving = true;
    hasEnded = true;
    const stay = () => setTimeout(() => (isLeaving = false), stayMs);
    window.addEventListener('beforeunload', stay, { once: true });
  };
  const signInAgain = () => {
    if (isLeaving) return;
    if (Date.now() - repeatedAt < circleMs) {
      isFailed = true;
      tell();
      return;
    }
    leaving();
    void manager
      .removeUser()
      .then(() => redirectToSignIn(manager, config, { isRepeat: true }))
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
      leaving();
      forgetVisit();
      void manager.signoutRedirect({ id_token_hint: current.id_token }).catch(async () => {
        await manager.removeUser();
        location.assign('/');
      });
    },
    stop: stopWatch,
  };
}
