/**
 * The caller and what they may do. Scopes come from the contract's table and are checked only here; which rows a person
 * sees is decided by the policies of the modules, from `integrationScope`.
 */
import {
  type Identity,
  integrationRoles,
  isProviderRole,
  isTokenScope,
  messageOf,
  type Role,
  rolesWithinIntegration,
  type Scope,
  scopesOf,
  type ViewedRole,
} from '@ludus/contract';
import { ForbiddenError } from '../errors/index.ts';

/** A signed-in person, or the hub itself. Services receive this, never a request. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  readonly scopes: ReadonlySet<Scope>;
  /** Staff of the provider see every integration; everyone else sees `integration` and nothing beside it. */
  readonly side: 'provider' | 'integration';
  /** The actor's own integration; null for provider staff and where the token names one that does not exist. */
  readonly integration: ActorIntegration | null;
  /** The sign-in that the call belongs to; only the built-in provider names it. */
  readonly grantId?: string;
  /** The API token that the call was made with. Its actor may do less than the person. */
  readonly apiToken?: string;
  /** Who really makes the call, where someone of the provider views as a role of an integration. It only reads then. */
  readonly viewer?: Viewer;
  can(scope: Scope): boolean;
}

/** The person behind an actor that views as an integration. */
export interface Viewer {
  readonly userId: string;
  readonly username: string;
}

export interface ActorIntegration {
  readonly id: number;
  readonly name: string;
}

/** Finds integrations by the name a token carries; the module of integrations implements it. */
export interface IntegrationLookup {
  /** Case-insensitive; null when there is none, or when it is not active. */
  findByName(name: string): Promise<ActorIntegration | null>;
}

/**
 * The actor of a valid identity. `integration` is what the lookup finds under the identity's integration name.
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

/**
 * The owner of an API token as far as the token reaches: the scopes that both hold, and the rows of the token's integration. Staff of
 * the provider become people of that integration then, so that every rule about rows and fields applies to them as well.
 */
export function actorOfApiToken(
  owner: Actor,
  token: { id: string; scopes: readonly string[]; integration: ActorIntegration | null },
): Actor {
  const isBound = owner.side === 'provider' && token.integration !== null;
  const actor = isBound
    ? actorFromIdentity({ ...owner, roles: rolesWithinIntegration(owner.roles) }, token.integration)
    : owner;
  const scopes: ReadonlySet<Scope> = new Set(
    [...actor.scopes].filter(
      (scope) => isTokenScope(scope) && owner.can(scope) && token.scopes.includes(scope),
    ),
  );
  return { ...actor, scopes, apiToken: token.id, can: (scope) => scopes.has(scope) };
}

const viewedPattern = /^view-as (\d+) (integration_\w+) (.+)$/s;

/** What stands in the place of a user id while someone views as an integration: no person has it, so that nothing of any person is found. */
export const viewedSubject = (viewerId: string, integrationId: number, role: ViewedRole): string =>
  `view-as ${integrationId} ${role} ${viewerId}`;

/** The parts of such an id; undefined for the id of a person. */
export function parseViewedSubject(
  subject: string,
): { viewerId: string; integrationId: number; role: ViewedRole } | undefined {
  const [, integrationId, name, viewerId] = viewedPattern.exec(subject) ?? [];
  const role = integrationRoles.find((one) => one === name);
  if (role === undefined || viewerId === undefined) return undefined;
  return { viewerId, integrationId: Number(integrationId), role };
}

/** What someone of the provider is while they view as a role of an integration: rows, fields and scopes are those of the role. */
export function actorViewing(viewer: Actor, integration: ActorIntegration, role: ViewedRole): Actor {
  const userId = viewedSubject(viewer.userId, integration.id, role);
  const { username } = viewer;
  return {
    ...actorFromIdentity({ userId, username, email: null, roles: [role] }, integration),
    viewer: { userId: viewer.userId, username },
  };
}

/** Who really makes the calls of an actor: what a person is limited in counts for them. */
export const personBehind = (actor: Actor): Viewer => actor.viewer ?? actor;

// There are few sets of roles, and every call asks for one.
const knownScopes = new Map<string, ReadonlySet<Scope>>();

function scopesOfRoles(userRoles: readonly Role[]): ReadonlySet<Scope> {
  const key = userRoles.join(' ');
  const scopes = knownScopes.get(key) ?? scopesOf(userRoles);
  knownScopes.set(key, scopes);
  return scopes;
}

/** The hub itself: what schedules do, and what jobs do without a person. */
export const systemActor: Actor = actorFromIdentity(
  { userId: 'system', username: 'system', email: null, roles: ['ludus_admin'] },
  null,
);

/** @throws ForbiddenError unless the actor holds the scope; to a program it names the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.can(scope)) return;
  throw actor.apiToken === undefined
    ? new ForbiddenError()
    : new ForbiddenError(messageOf('refusals.tokenLacksScope', { scope }));
}

/** Which integrations' rows an actor sees: `none` is no row at all, never "no filter". */
export type IntegrationScope = { kind: 'all' } | { kind: 'one'; id: number } | { kind: 'none' };

export function integrationScope(actor: Pick<Actor, 'side' | 'integration'>): IntegrationScope {
  if (actor.side === 'provider') return { kind: 'all' };
  return actor.integration === null ? { kind: 'none' } : { kind: 'one', id: actor.integration.id };
}

/**
 * The integrations whose rows a query may return: the requested ones (none requested: all), restricted to the scope.
 * `null` is no filter, an empty list is no row. Every row rule of the hub follows from this function.
 */
export function integrationsInScope(
  scope: IntegrationScope,
  requested?: readonly number[] | null,
): readonly number[] | null {
  const wanted = requested === null || requested === undefined || requested.length === 0 ? null : requested;
  if (scope.kind === 'all') return wanted;
  if (scope.kind === 'none') return [];
  return wanted === null || wanted.includes(scope.id) ? [scope.id] : [];
}

/** The same for an actor; see {@link integrationsInScope}. */
export const visibleIntegrations = (
  actor: Pick<Actor, 'side' | 'integration'>,
  requested?: readonly number[] | null,
): readonly number[] | null => integrationsInScope(integrationScope(actor), requested);
