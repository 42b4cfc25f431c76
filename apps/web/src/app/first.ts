import { beginCovers } from '../features/catalog/first-covers.ts';
import { beginPreload, firstCallsOf, seePreload } from '../lib/api/preload.ts';
import { userFromTokens } from '../lib/auth/identity.ts';
import { anyStoredTokens, hasExpired } from '../lib/auth/tokens.ts';
import { storedLanguage } from '../lib/stored-language.ts';
import { firstTextsOf, opensWithFirstTexts, textsOf } from './texts.ts';

/*
 * What begins before any other code is here: the texts of the language in use, and for someone who is signed in the first calls
 * of the screen. On a slow line they travel beside the code that needs them, and not after it.
 */

export const language = storedLanguage();
/** False when the other texts must be asked for (`wholeTexts`). */
export const areTextsWhole = !opensWithFirstTexts(location.pathname);
export const texts = areTextsWhole ? textsOf(language) : firstTextsOf(language);
// Who needs them meets the failure.
texts.catch(() => {});

const stored = anyStoredTokens();
/** False on the way back from the sign-in: the tokens and the screen are still to come. */
export const areCallsBegun = stored !== null && !hasExpired(stored.tokens);
if (stored && areCallsBegun) {
  const { profile, access_token: token } = stored.tokens;
  const { scopes } = userFromTokens(profile, token, stored.clientId);
  beginPreload(location.pathname, scopes, token);
  const [address = ''] = firstCallsOf(location.pathname, scopes);
  const first = seePreload(address);
  // The grid asks for them as well, and shows a failure.
  if (first && location.pathname === '/catalog') beginCovers(first).catch(() => {});
}
