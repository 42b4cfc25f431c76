/** How long things of a sign-in live, in seconds. They are not settings: see docs/adr/0002-token-lifetimes.md. */

const minute = 60;
const hour = 60 * minute;

/** AUTH-03: the web refreshes a token that has 70 seconds left; five minutes leave it time for retries. */
export const accessTokenSeconds = 5 * minute;
/** Without any refresh for this long (a closed laptop overnight) the person signs in again. */
export const sessionIdleSeconds = 8 * hour;
/** A day after the password was typed it is asked for again, however busy the session is. */
export const sessionMaxSeconds = 24 * hour;
/** How long a sign-in page may stand open. */
export const interactionSeconds = hour;
export const authorizationCodeSeconds = minute;
/**
 * A used refresh token is taken again for this long: a duplicated browser tab holds the same one, and an answer may
 * be lost on its way. After it a second use ends everything that grew from the token.
 */
export const refreshReuseGraceSeconds = 90;
