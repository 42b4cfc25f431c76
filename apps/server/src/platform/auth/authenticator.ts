import { type Identity, identityFromClaims, isValidIdentity } from '@ludus/contract';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import {
  type Actor,
  type ActorIntegration,
  actorFromIdentity,
  type IntegrationDirectory,
} from '../access/index.ts';
import type { Clock } from '../clock/index.ts';
import { ForbiddenError, UnauthorizedError } from '../errors/index.ts';
import { readClaims } from './claims.ts';

/** A caller whose token was good, and until when it is. */
export interface Authenticated {
  actor: Actor;
  expiresAt: Date;
}

/** Turns access tokens into actors, for HTTP calls and sockets alike. */
export interface Authenticator {
  /**
   * @throws UnauthorizedError without a token, or with one that is malformed, expired, signed by somebody else, meant
   * for somebody else, or taken back.
   * @throws ForbiddenError when the token is good and its user is no valid user of the hub (AUTH-07).
   * @throws UnavailableError when the identity provider's keys cannot be read.
   */
  authenticate(token: string | undefined): Promise<Authenticated>;
}

export interface AuthenticatorOptions {
  issuer: string;
  clientId: string;
  audience: string;
  /** Finds the signing key of a token: `remoteKeys`, or those of a provider in this process. */
  keys: JWTVerifyGetKey;
  directory: IntegrationDirectory;
  clock: Clock;
  /** Says whether a token that has not expired was taken back: its person is gone, or their rights are others now. */
  isTakenBack?: (identity: Identity, issuedAt: Date) => Promise<boolean>;
  /** Told of every caller; it must answer at once and never throw. */
  onActor?: (actor: Actor) => void;
}

interface Verified {
  identity: Identity;
  issuedAt: Date;
  expiresAt: Date;
}

const clockToleranceSeconds = 5;
const rememberedTokens = 2_000;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { clock, directory } = options;
  const verified = new Map<string, Verified>();

  async function verify(token: string): Promise<Verified> {
    const known = verified.get(token);
    if (known !== undefined && known.expiresAt > clock.now()) return known;
    verified.delete(token);
    const fresh = await verifyToken(token, options);
    if (verified.size >= rememberedTokens) verified.delete(verified.keys().next().value ?? '');
    verified.set(token, fresh);
    return fresh;
  }

  async function integrationOf({ integrationName }: Identity): Promise<ActorIntegration | null> {
    return integrationName === null ? null : directory.findByName(integrationName);
  }

  return {
    async authenticate(token) {
      if (token === undefined || token === '') throw new UnauthorizedError();
      const { identity, issuedAt, expiresAt } = await verify(token);
      if (await options.isTakenBack?.(identity, issuedAt)) {
        throw new UnauthorizedError('Sign in again: your access has changed.');
      }
      if (!isValidIdentity(identity)) throw new ForbiddenError('This account has no access to the hub.');
      const actor = actorFromIdentity(identity, await integrationOf(identity));
      options.onActor?.(actor);
      return { actor, expiresAt };
    },
  };
}

async function verifyToken(token: string, options: AuthenticatorOptions): Promise<Verified> {
  let payload: unknown;
  try {
    ({ payload } = await jwtVerify(token, options.keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: clockToleranceSeconds,
      currentDate: options.clock.now(),
    }));
  } catch (error) {
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
      const reason =
        error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is not valid.';
      throw new UnauthorizedError(reason, { cause: error });
    }
    throw error;
  }
  const claims = readClaims(payload);
  if (claims === undefined) throw new UnauthorizedError('The token is not valid.');
  return {
    identity: identityFromClaims(claims, options.clientId),
    issuedAt: new Date(claims.iat * 1000),
    expiresAt: new Date(claims.exp * 1000),
  };
}

/** The token of an `Authorization: Bearer …` header; undefined for anything else. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header ?? '')?.[1];
}
