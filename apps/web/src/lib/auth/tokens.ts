/** What the identity provider gave for a person: the part of a sign-in that the tab keeps. Times are seconds since 1970. */
export interface Tokens {
  access_token: string;
  id_token?: string | undefined;
  refresh_token?: string | undefined;
  expires_at?: number | undefined;
  /** The claims of the ID token. */
  profile: { iss: string; aud: string | string[] };
}

/** Where the sign-in library keeps the tokens of a provider and an application. */
const keyOfAll = 'oidc.user:';
const keyOf = ({ issuer, clientId }: { issuer: string; clientId: string }) =>
  `${keyOfAll}${issuer}:${clientId}`;

/** Seconds of validity left; null where the provider named no end. */
export function secondsLeft({ expires_at }: Tokens): number | null {
  return expires_at === undefined ? null : expires_at - Math.floor(Date.now() / 1000);
}

export function hasExpired(tokens: Tokens): boolean {
  const left = secondsLeft(tokens);
  return left !== null && left <= 0;
}

/** The tokens of the sign-in in this tab. The library keeps and renews them; whether someone is signed in can be read without it. */
export function storedTokens(config: { issuer: string; clientId: string }): Tokens | null {
  return read(keyOf(config));
}

/** Removes them from this tab; they stay valid until they end. */
export function removeTokens(config: { issuer: string; clientId: string }): void {
  try {
    sessionStorage.removeItem(keyOf(config));
  } catch {
    // Storage that is forbidden holds nothing.
  }
}

/**
 * The tokens in this tab before it is known whose hub this is, and the application they are for. They may turn out to be another
 * provider's: then the server refuses them.
 */
export function anyStoredTokens(): { tokens: Tokens; clientId: string } | null {
  const [key, another] = keysOfTokens();
  if (key === undefined || another !== undefined) return null;
  const tokens = read(key);
  return tokens && { tokens, clientId: key.slice(key.lastIndexOf(':') + 1) };
}

function keysOfTokens(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(keyOfAll));
  } catch {
    // Storage that is forbidden holds nothing.
    return [];
  }
}

function read(key: string): Tokens | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isTokens(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isTokens(stored: unknown): stored is Tokens {
  return (
    stored !== null &&
    typeof stored === 'object' &&
    'access_token' in stored &&
    typeof stored.access_token === 'string' &&
    'profile' in stored &&
    stored.profile !== null &&
    typeof stored.profile === 'object'
  );
}
