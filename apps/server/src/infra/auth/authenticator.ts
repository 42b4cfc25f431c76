import { type Identity, identityFromClaims, isValidIdentity, messageOf } from '@ludus/contract';
import { errors, type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import {
  type Actor,
  type ActorIntegration,
  actorFromIdentity,
  type IntegrationLookup,
} from '../access/index.ts';
import type { Clock } from '../clock/index.ts';
import { ForbiddenError, UnauthorizedError } from '../errors/index.ts';
import { looksLikeApiToken } from './api-token.ts';
import { type ApiTokenLookup, createApiTokenAuthenticator } from './api-token-authenticator.ts';
import { readClaims } from './claims.ts';

/** A caller with a valid token, and when it expires. */
export interface Authenticated {
  actor: Actor;
  expiresAt: Date;
}

/** Turns access tokens into actors, for HTTP calls and sockets alike, and API tokens for HTTP calls. */
export interface Authenticator {
  /**
   * @param address where an HTTP call comes from. Without it API tokens are refused, so that they open no sockets.
   * @param viewAs the grant with which someone of the provider views as a role of an integration; the actor is that of the role then
   * @throws UnauthorizedError without a token, or with one that is malformed, expired, signed by someone else, meant
   * for someone else, or revoked.
   * @throws ForbiddenError when the token is good and its user is no valid user of the hub, or may not view so.
   * @throws UnavailableError when the identity provider's keys cannot be read.
   */
  authenticate(token: string | undefined, address?: string, viewAs?: string): Promise<Authenticated>;
}

export interface AuthenticatorOptions {
  issuer: string;
  clientId: string;
  audience: string;
  /** Finds the signing key of a token: `remoteKeys`, or those of a provider in this process. */
  keys: JWTVerifyGetKey;
  integrations: IntegrationLookup;
  clock: Clock;
  /**
   * Returns true for an unexpired token that is revoked: its user was removed, their rights changed, or the sign-in it
   * belongs to has ended (`grant_id`, which only the built-in provider sends).
   */
  isRevoked?: (identity: Identity, issuedAt: Date, grantId: string | undefined) => Promise<boolean>;
  /** Left out where there are no API tokens. */
  apiTokens?: ApiTokenLookup;
  /** Left out where no one can view as an integration. */
  viewing?: ViewingLookup;
  /** Called for everyone who signed in, not for API tokens; must return at once and never throw. */
  onActor?: (actor: Actor) => void;
}

/** What the module of viewing as an integration gives to the authenticator. */
export interface ViewingLookup {
  /**
   * The actor whose responses someone reads with a grant, and until when.
   * @throws ForbiddenError for a grant of someone else, one that has ended, or a role that the person may not view as (any more)
   */
  open(viewer: Actor, grant: string): Promise<Authenticated>;
}

interface Verified {
  identity: Identity;
  grantId: string | undefined;
  issuedAt: Date;
  expiresAt: Date;
}

const clockToleranceSeconds = 5;
// Asymmetric only: with a shared secret among them, a public key could be taken for that secret.
const algorithms = ['RS256', 'PS256', 'ES256'];
/** Header types of access tokens: RFC 9068, and Keycloak's. ID tokens of most providers say `JWT` too. */
const headerTypes = ['at+jwt', 'application/at+jwt', 'jwt'];
const maxCachedTokens = 2_000;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { clock, integrations } = options;
  const verified = new LRUCache<string, Verified>({ max: maxCachedTokens });

  async function verify(token: string): Promise<Verified> {
    const known = verified.get(token);
    if (known !== undefined && known.expiresAt > clock.now()) return known;
    const fresh = await verifyToken(token, options);
    verified.set(token, fresh);
    return fresh;
  }

  const authenticateApiToken =
    options.apiTokens &&
    createApiTokenAuthenticator({
      tokens: options.apiTokens,
      integrations,
      clock,
      isRevoked: async (identity, issuedAt) =>
        (await options.isRevoked?.(identity, issuedAt, undefined)) ?? false,
    });

  async function integrationOf({ integrationName }: Identity): Promise<ActorIntegration | null> {
    return integrationName === null ? null : integrations.findByName(integrationName);
  }

  return {
    async authenticate(token, address, viewAs) {
      if (token === undefined || token === '') throw new UnauthorizedError();
      if (looksLikeApiToken(token)) {
        if (authenticateApiToken === undefined || address === undefined)
          throw new UnauthorizedError(messageOf('refusals.tokenInvalid'));
        const authenticated = await authenticateApiToken(token, address);
        if (viewAs !== undefined) throw new ForbiddenError(messageOf('refusals.viewAsNotForTokens'));
        return authenticated;
      }
      const { identity, grantId, issuedAt, expiresAt } = await verify(token);
      if (await options.isRevoked?.(identity, issuedAt, grantId)) {
        throw new UnauthorizedError(messageOf('refusals.accessChanged'));
      }
      if (!isValidIdentity(identity)) throw new ForbiddenError(messageOf('refusals.noAccess'));
      const actor = {
        ...actorFromIdentity(identity, await integrationOf(identity)),
        ...(grantId === undefined ? {} : { grantId }),
      };
      options.onActor?.(actor);
      if (viewAs === undefined) return { actor, expiresAt };
      const { viewing } = options;
      if (viewing === undefined) throw new ForbiddenError();
      const viewed = await viewing.open(actor, viewAs);
      return { actor: viewed.actor, expiresAt: viewed.expiresAt < expiresAt ? viewed.expiresAt : expiresAt };
    },
  };
}

async function verifyToken(token: string, options: AuthenticatorOptions): Promise<Verified> {
  let payload: JWTPayload;
  let header: JWTHeaderParameters;
  try {
    ({ payload, protectedHeader: header } = await jwtVerify(token, options.keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: clockToleranceSeconds,
      currentDate: options.clock.now(),
    }));
  } catch (error) {
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
      const reason = messageOf(
        error instanceof errors.JWTExpired ? 'refusals.tokenExpired' : 'refusals.tokenInvalid',
      );
      throw new UnauthorizedError(reason, { cause: error });
    }
    throw error;
  }
  const claims = isAccessToken(header, payload) ? readClaims(payload) : undefined;
  if (claims === undefined) throw new UnauthorizedError(messageOf('refusals.tokenInvalid'));
  return {
    identity: identityFromClaims(claims, options.clientId),
    grantId: claims.grant_id,
    issuedAt: new Date(claims.iat * 1000),
    expiresAt: new Date(claims.exp * 1000),
  };
}

/** False for ID, refresh and logout tokens, whatever audience they name. Keycloak writes the kind into the claim `typ`. */
function isAccessToken({ typ: header }: JWTHeaderParameters, { typ: claim }: JWTPayload): boolean {
  const isKnownHeader = header === undefined || headerTypes.includes(header.toLowerCase());
  return isKnownHeader && (claim === undefined || claim === 'Bearer');
}

/** The token of an `Authorization: Bearer …` header; undefined for anything else. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*|ludus_\w+)$/i.exec(header ?? '')?.[1];
}
