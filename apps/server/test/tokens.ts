/**
 * Access tokens for tests, signed by a key that only the tests have. A hub of `startTestHub` accepts them:
 * `tokenFor('ludus_admin')`, `tokenFor('integration_admin', { integration: 'Alpina' })`.
 */
import type { Role } from '@ludus/contract';
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  SignJWT,
  UnsecuredJWT,
} from 'jose';

export const testIssuer = 'https://identity.test/realms/ludus';
const clientId = 'ludus-hub';
const audience = 'urn:ludus:api';
const keyId = 'test-key';

const own = await generateKeyPair('RS256');
const foreign = await generateKeyPair('RS256');

/** The public keys of the test issuer, as its JWKS endpoint would return them. */
export const testKeySet: JSONWebKeySet = {
  keys: [{ ...(await exportJWK(own.publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }],
};
/** The same, as a hub looks them up. */
export const testKeys: JWTVerifyGetKey = createLocalJWKSet(testKeySet);

export interface TokenOptions {
  /** The name of the integration in the token; roles of integrations get Alpina unless null is given. */
  integration?: string | null;
  /** The user's id (`sub`); one per role unless given. */
  userId?: string;
  username?: string;
  email?: string;
  /** Claims that replace those made here. */
  claims?: Record<string, unknown>;
  /** Roles beside the first. */
  otherRoles?: readonly string[];
  /** Seconds from now until it expires, an hour unless given; may be negative. */
  expiresIn?: number;
  /** The date that "now" is, for hubs with a clock of their own. */
  now?: Date;
  audience?: string;
  issuer?: string;
  /** Who signs: the issuer (default), someone else with the issuer's key id, or no one (`alg: none`). */
  signedBy?: 'issuer' | 'someone else' | 'no-one';
  /** The header's `typ`, `JWT` unless given. */
  headerType?: string;
}

/** A token of a user with that role; null for a user without any. */
export async function tokenFor(role: Role | null, options: TokenOptions = {}): Promise<string> {
  const now = Math.floor((options.now ?? new Date()).getTime() / 1000);
  const ofIntegration = role?.startsWith('integration_') ?? false;
  const integration = options.integration === undefined && ofIntegration ? 'Alpina' : options.integration;
  const userId = options.userId ?? `user-${role ?? 'no-one'}`;
  const claims = {
    preferred_username: options.username ?? userId.replace('user-', ''),
    email: options.email ?? `${userId}@hub.test`,
    resource_access: {
      [clientId]: { roles: [...(role === null ? [] : [role]), ...(options.otherRoles ?? [])] },
    },
    ...(integration === undefined || integration === null
      ? {}
      : { attributes: { integration: [integration] } }),
    ...options.claims,
  };
  const token = options.signedBy === 'no-one' ? new UnsecuredJWT(claims) : new SignJWT(claims);
  token
    .setSubject(userId)
    .setIssuer(options.issuer ?? testIssuer)
    .setAudience(options.audience ?? audience)
    .setIssuedAt(now - 60)
    .setExpirationTime(now + (options.expiresIn ?? 3600));
  if (token instanceof UnsecuredJWT) return token.encode();
  const { privateKey } = options.signedBy === 'someone else' ? foreign : own;
  return token
    .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: options.headerType ?? 'JWT' })
    .sign(privateKey);
}
