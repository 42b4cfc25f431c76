import { type Identity, isValidIdentity, messageOf } from '@ludus/contract';
import {
  type Actor,
  type ActorIntegration,
  actorFromIdentity,
  actorOfApiToken,
  type IntegrationLookup,
} from '../access/index.ts';
import type { Clock } from '../clock/index.ts';
import { UnauthorizedError } from '../errors/index.ts';
import { isSameHash, parseApiToken } from './api-token.ts';

/** A secret of a token: during a renewal there are two. */
export interface ApiTokenSecretRow {
  hash: Buffer;
  issuedAt: Date;
  validUntil: Date;
}

/** A token as it is stored. */
export interface StoredApiToken {
  id: string;
  ownerId: string;
  /** Whether its owner was staff of the provider when it was created. */
  isOfProvider: boolean;
  /** Whose rows it reads; null: those of all integrations. */
  integrationId: number | null;
  /** That integration, while it is active. */
  integration: ActorIntegration | null;
  scopes: readonly string[];
  secrets: readonly ApiTokenSecretRow[];
  lastUsedAt: Date | null;
  lastUsedFrom: string | null;
}

/** What the module of API tokens gives to the authenticator. */
export interface ApiTokenLookup {
  /** Also finds expired ones. */
  find(id: string): Promise<StoredApiToken | undefined>;
  /**
   * The claims that a token of its owner would hold now; undefined when they would get none.
   * @throws UpstreamError or UnavailableError when the identity provider cannot be asked
   */
  identityOf(subject: string): Promise<Identity | undefined>;
  /** Stores when and from where a token was used. */
  recordUse(token: StoredApiToken, at: Date, address: string): Promise<void>;
}

export interface ApiTokenAuthenticatorOptions {
  tokens: ApiTokenLookup;
  integrations: IntegrationLookup;
  clock: Clock;
  isRevoked(identity: Identity, issuedAt: Date): Promise<boolean>;
}

/**
 * Turns API tokens into actors: the owner with their rights of now, restricted to what the token was given.
 * Every refusal is the same, so that no one learns from it whether a token exists, existed or whose it is.
 */
export function createApiTokenAuthenticator({
  tokens,
  integrations,
  clock,
  isRevoked,
}: ApiTokenAuthenticatorOptions) {
  /** The rights of the owner now; undefined when they have none, or are not who created the token any more. */
  async function ownerOf(token: StoredApiToken, issuedAt: Date): Promise<Actor | undefined> {
    const identity = await tokens.identityOf(token.ownerId);
    if (identity === undefined || !isValidIdentity(identity)) return undefined;
    if (await isRevoked(identity, issuedAt)) return undefined;
    const { integrationName } = identity;
    const owner = actorFromIdentity(
      identity,
      integrationName === null ? null : await integrations.findByName(integrationName),
    );
    const isOfProvider = owner.side === 'provider';
    if (isOfProvider !== token.isOfProvider) return undefined;
    if (isOfProvider) return token.integrationId === null || token.integration !== null ? owner : undefined;
    return owner.integration !== null && owner.integration.id === token.integrationId ? owner : undefined;
  }

  return async (text: string, address: string): Promise<{ actor: Actor; expiresAt: Date }> => {
    const given = parseApiToken(text);
    const token = given && (await tokens.find(given.id));
    const now = clock.now();
    const secret = token?.secrets.find(({ hash }) => given !== undefined && isSameHash(given.hash, hash));
    if (token === undefined || secret === undefined || secret.validUntil <= now) throw refusal();
    const owner = await ownerOf(token, secret.issuedAt);
    if (owner === undefined) throw refusal();
    await tokens.recordUse(token, now, address);
    return { actor: actorOfApiToken(owner, token), expiresAt: secret.validUntil };
  };
}

const refusal = () => new UnauthorizedError(messageOf('refusals.tokenInvalid'));
