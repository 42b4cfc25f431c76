import type { getConfig, ResponseOf } from '@ludus/contract';
import type { Renewal, TokenSource } from '../api/client.ts';
import { endViewOnSignOut } from '../view-as.ts';
import { type SessionUser, userFromTokens } from './identity.ts';
import type { Provider } from './provider.ts';
import { watchToken } from './token-watch.ts';
import { hasExpired, removeTokens, secondsLeft, storedTokens, type Tokens } from './tokens.ts';

export type ClientConfig = ResponseOf<typeof getConfig>;

/** The signed-in session: who it is, the token of the calls, and how it ends. */
export interface Session extends TokenSource {
  readonly config: ClientConfig;
  user(): SessionUser;
  /** Called when the user changed (rights may change with a new token) or the session failed. */
  subscribe(listener: () => void): () => void;
  /** True when signing in again did not help: the new token is refused as well. */
  hasFailed(): boolean;
  /** Loads what renewing a token and signing out need, while the release of this page is still the server's. */
  prepare(): void;
  signOut(): void;
  stop(): void;
}

type LoadProvider = () => Promise<Provider>;

/** Loads the code of the sign-in when it is first needed: most pages open for someone who is signed in already. */
function providerLoader(config: ClientConfig): LoadProvider {
  let provider: Promise<Provider> | null = null;
  return () => {
    provider ??= import('./provider.ts').then(({ createProvider }) => createProvider(config));
    // What could not be loaded is asked for again by the next one who needs it.
    provider.catch(() => (provider = null));
    return provider;
  };
}

function isReturn(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return parameters.has('state') && (parameters.has('code') || parameters.has('error'));
}

/** True when the ID token comes from the configured issuer and is meant for this application. */
function isOwnToken({ profile }: Tokens, { issuer, clientId }: ClientConfig): boolean {
  const audience = Array.isArray(profile.aud) ? profile.aud : [profile.aud];
  return profile.iss === issuer && audience.includes(clientId);
}

/**
 * Signs the person in before any screen. Null while the browser is on its way to the identity provider; the
 * deep link that was asked for is opened on return.
 */
export async function startSession(config: ClientConfig): Promise<Session | null> {
  const loadProvider = providerLoader(config);
  let tokens: Tokens | null = null;
  let isRepeat = false;
  if (isReturn(location.search)) {
    const finished = await (await loadProvider()).finishSignIn();
    // An old or foreign response: Back into a finished sign-in, a bookmark of the return address. Start anew.
    history.replaceState(history.state, '', finished?.returnTo ?? '/');
    tokens = finished?.tokens ?? null;
    isRepeat = finished?.isRepeat ?? false;
  }
  if (tokens !== null && !isOwnToken(tokens, config)) {
    removeTokens(config);
    throw new Error('The identity provider sent an ID token of another issuer or for another application.');
  }
  tokens ??= storedTokens(config);
  if (tokens !== null && hasExpired(tokens)) tokens = await renewed(tokens, loadProvider);
  if (tokens === null || !isOwnToken(tokens, config)) {
    await (await loadProvider()).signIn();
    return null;
  }
  return createSession(config, tokens, loadProvider, isRepeat ? Date.now() : 0);
}

async function renewed({ refresh_token }: Tokens, loadProvider: LoadProvider): Promise<Tokens | null> {
  if (refresh_token === undefined) return null;
  const answer = await (await loadProvider()).renew();
  return typeof answer === 'string' ? null : answer;
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

function createSession(
  config: ClientConfig,
  first: Tokens,
  loadProvider: LoadProvider,
  repeatedAt: number,
): Session {
  let current = first;
  let person = userFromTokens(first.profile, first.access_token, config.clientId);
  let isFailed = false;
  let isLeaving = false;
  /** Once the page is to be left, there is nothing to renew a token with. */
  let hasEnded = false;
  let renewing: Promise<Renewal> | null = null;
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of [...listeners]) listener();
  };

  const renewOnce = async (): Promise<Renewal> => {
    if (hasEnded) return 'refused';
    const answer = await loadProvider().then(
      (provider) => provider.renew(),
      (): 'unreachable' => 'unreachable',
    );
    if (typeof answer === 'string') return answer;
    if (!isOwnToken(answer, config)) return 'refused';
    current = answer;
    person = userFromTokens(answer.profile, answer.access_token, config.clientId);
    notifyListeners();
    return 'renewed';
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
      notifyListeners();
      return;
    }
    leaving();
    removeTokens(config);
    void loadProvider()
      .then((provider) => provider.signIn({ isRepeat: true }))
      .catch(() => location.reload());
  };
  const stopWatch = watchToken({
    secondsLeft: () => secondsLeft(current),
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
    prepare: () => void loadProvider().catch(() => {}),
    signOut() {
      leaving();
      endViewOnSignOut(current.access_token);
      forgetVisit();
      void loadProvider()
        .then((provider) => provider.signOut(current.id_token))
        .catch(() => {
          removeTokens(config);
          location.assign('/');
        });
    },
    stop: stopWatch,
  };
}
