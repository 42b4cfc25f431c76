/** Access tokens and API tokens: who made them, for whom, and which actor they stand for. */
export { createTokenId, createTokenSecret } from './api-token.ts';
export type { ApiTokenLookup, StoredApiToken } from './api-token-authenticator.ts';
export {
  type Authenticated,
  type Authenticator,
  type AuthenticatorOptions,
  bearerToken,
  createAuthenticator,
  type ViewingLookup,
} from './authenticator.ts';
export { readClaims } from './claims.ts';
export { discoverIssuer, remoteKeys } from './keys.ts';
