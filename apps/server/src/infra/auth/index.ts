/** Access tokens: who signed them, for whom, and which actor they stand for. */
export {
  type Authenticated,
  type Authenticator,
  type AuthenticatorOptions,
  bearerToken,
  createAuthenticator,
} from './authenticator.ts';
export { readClaims } from './claims.ts';
export { discoverIssuer, remoteKeys } from './keys.ts';
