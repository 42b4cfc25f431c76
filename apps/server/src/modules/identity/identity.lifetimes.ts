/** Lifetimes of sessions and tokens, in seconds. They are not settings: see docs/adr/0002-token-lifetimes.md. */

const minute = 60;
const hour = 60 * minute;

/** The web refreshes a token that has 70 seconds left; five minutes leave it time for retries. */
export const accessTokenSeconds = 5 * minute;
/** Without any refresh for this long (a closed laptop overnight) the person signs in again. */
export const sessionIdleSeconds = 8 * hour;
/** The password is required again a day after it was entered, however active the session is. */
export const sessionMaxSeconds = 24 * hour;
/** How long a sign-in page may stay open. */
export const interactionSeconds = hour;
export const authorizationCodeSeconds = minute;
/**
 * A used refresh token is accepted again for this long: a duplicated browser tab holds the same one, and a response may
 * be lost on its way. After it a second use revokes all tokens that descend from this one.
 */
export const refreshReuseGraceSeconds = 90;

/** From when on a sign-in must have started, and been used, to be good still. */
export function usableSince(now: Date): { startedAfter: Date; usedAfter: Date } {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return { startedAfter: before(sessionMaxSeconds), usedAfter: before(sessionIdleSeconds) };
}
