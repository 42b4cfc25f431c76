/**
 * Who acts, and what that person may do. Scopes come from the contract's table and are decided here alone; which rows
 * a person sees is decided by the policies of the modules, from `integrationScope`.
 */
import { type Identity, isProviderRole, type Role, type Scope, scopesOf } from '@ludus/contract';
import { ForbiddenError } from '../errors/index.ts';

/** A signed-in person, or the hub itself. Services receive this, never a request. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  readonly scopes: ReadonlySet<Scope>;
  /** Staff of the provider see every integration; everybody else sees `integration` and nothing beside it. */
  readonly side: 'provider' | 'integration';
  /** The actor's own integration; null for provider staff and where the token names one that does not exist. */
  readonly integration: ActorIntegration | null;
  can(scope: Scope): boolean;
}

export interface ActorIntegration {
  readonly id: number;
  readonly name: string;
}

/** Finds integrations by the name a token carries; the module of integrations implements it. */
export interface IntegrationDirectory {
  /** Case-insensitive (ROLE-08); null when there is none, or when it is not active. */
  findByName(name: string): Promise<ActorIntegration | null>;
}

/**
 * The actor of a valid identity. `integration` is what the directory knows under the identity's integration name.
 * Staff of the provider are not bound to an integration, even when their token names one.
 */
export function actorFromIdentity(
  identity: Pick<Identity, 'userId' | 'username' | 'email' | 'roles'>,
  integration: ActorIntegration | null,
): Actor {
  const side = identity.roles.some(isProviderRole) ? 'provider' : 'integration';
  const scopes = scopesOfRoles(identity.roles);
  return {
    userId: identity.userId,
    username: identity.username,
    email: identity.email,
    roles: identity.roles,
    scopes,
    side,
    integration: side === 'provider' ? null : integration,
    can: (scope) => scopes.has(scope),
  };
}

// There are few sets of roles, and every call asks for one.
const knownScopes = new Map<string, ReadonlySet<Scope>>();

function scopesOfRoles(held: readonly Role[]): ReadonlySet<Scope> {
  const key = held.join(' ');
  const scopes = knownScopes.get(key) ?? scopesOf(held);
  knownScopes.set(key, scopes);
  return scopes;
}

/** The hub itself: what schedules do, and what jobs do without a person. */
export const systemActor: Actor = actorFromIdentity(
  { userId: 'system', username: 'system', email: null, roles: ['ludus_admin'] },
  null,
);

/** @throws ForbiddenError unless the actor holds the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.can(scope)) throw new ForbiddenError();
}

/** Which integrations' rows an actor sees (OPEN-02): `none` is no row at all, never "no filter". */
export type IntegrationScope = { kind: 'all' } | { kind: 'one'; id: number } | { kind: 'none' };

export function integrationScope(actor: Pick<Actor, 'side' | 'integration'>): IntegrationScope {
  if (actor.side === 'provider') return { kind: 'all' };
  return actor.integration === null ? { kind: 'none' } : { kind: 'one', id: actor.integration.id };
}

/**
 * The integrations a query may touch: those asked for, cut down to those the actor sees. `null` is no filter,
 * an empty list is no row.
 */
export function visibleIntegrations(
  actor: Pick<Actor, 'side' | 'integration'>,
  asked?: readonly number[] | null,
): readonly number[] | null {
  const scope = integrationScope(actor);
  const wanted = asked === null || asked === undefined || asked.length === 0 ? null : asked;
  if (scope.kind === 'all') return wanted;
  if (scope.kind === 'none') return [];
  return wanted === null || wanted.includes(scope.id) ? [scope.id] : [];
}
