/**
 * Roles, the scopes each of them holds, and what makes a signed-in person a valid user of the hub.
 * The server enforces this table on every endpoint; the web reads the same one for routes, menus and buttons.
 */

/** The five client roles of the identity token (AUTH-04). Anything else in a token is ignored. */
export const roles = [
  'ludus_admin',
  'ludus_manager',
  'integration_admin',
  'integration_manager',
  'integration_guest',
] as const;
export type Role = (typeof roles)[number];

export const providerRoles = ['ludus_admin', 'ludus_manager'] as const satisfies readonly Role[];
export const integrationRoles = [
  'integration_admin',
  'integration_manager',
  'integration_guest',
] as const satisfies readonly Role[];

const everybody = roles;
const nonGuests = ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_manager'] as const;
const administrators = ['ludus_admin', 'ludus_manager', 'integration_admin'] as const;
const chiefs = ['ludus_admin', 'integration_admin'] as const;
const provider = providerRoles;
const admin = ['ludus_admin'] as const;

/** Who holds which scope. The names read "thing:verb". */
export const scopeRoles = {
  'dashboard:read': administrators,
  'catalog:read': ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_guest'],
  'games:edit': admin,
  'games:request': ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_manager'],
  'games:documents': nonGuests,
  /** The wishlist belongs to people of an integration, guests included (OPEN-10). */
  'games:wish': ['integration_admin', 'integration_manager', 'integration_guest'],
  /** To tell the provider which games an integration asks for (OPEN-42). */
  'games:ask': ['integration_admin', 'integration_manager'],
  'documentation:read': administrators,
  'operators:read': admin,
  /** Integrations are loaded in full, and managed, by provider staff (ROLE-05, ROLE-16). */
  'integrations:manage': provider,
  'notifications:read': everybody,
  'maintenances:manage': admin,
  'sessions:read': nonGuests,
  'sessions:refresh': nonGuests,
  'sessions:close': nonGuests,
  'sessions:fetch': admin,
  'sessions:email': nonGuests,
  'statistics:read': nonGuests,
  'charts:read': administrators,
  'reports:read': administrators,
  /** Net win and due in totals and charts, due in the sessions list (ROLE-15, OPEN-81). */
  'money:net-and-due': chiefs,
  /** Due in the session box (ROLE-14). */
  'money:session-due': admin,
  'bets:manage': admin,
  'logs:read': provider,
  'settings:read': everybody,
  'settings:reports': admin,
  'jobs:manage': admin,
  'users:manage': chiefs,
  'users:pick': provider,
  'tickets:use': chiefs,
  'mailing-list:manage': admin,
} as const satisfies Record<string, readonly Role[]>;

export type Scope = keyof typeof scopeRoles;
export const scopes = Object.keys(scopeRoles) as Scope[];

/** The scopes that a set of roles holds together. */
export function scopesOf(held: readonly Role[]): ReadonlySet<Scope> {
  return new Set(scopes.filter((scope) => scopeRoles[scope].some((role) => held.includes(role))));
}

/** The recognised roles among the names a token carries (AUTH-04). */
export function recognisedRoles(names: readonly string[]): Role[] {
  return roles.filter((role) => names.includes(role));
}

export function isProviderRole(role: Role): boolean {
  return (providerRoles as readonly Role[]).includes(role);
}

/** The flags the documents name (AUTH-06). */
export interface LocalRoles {
  isLudusAdmin: boolean;
  isLudusManager: boolean;
  isIntegrationAdmin: boolean;
  isIntegrationManager: boolean;
  isIntegrationGuest: boolean;
}

export function localRolesOf(held: readonly Role[]): LocalRoles {
  return {
    isLudusAdmin: held.includes('ludus_admin'),
    isLudusManager: held.includes('ludus_manager'),
    isIntegrationAdmin: held.includes('integration_admin'),
    isIntegrationManager: held.includes('integration_manager'),
    isIntegrationGuest: held.includes('integration_guest'),
  };
}

/** What the hub reads from an access token, in the shape Keycloak sends it. */
export interface TokenClaims {
  sub: string;
  preferred_username?: string | undefined;
  email?: string | undefined;
  resource_access?: Record<string, { roles?: string[] | undefined } | undefined> | undefined;
  attributes?: { integration?: string[] | undefined } | undefined;
}

/** A token's claims, reduced to what rights are decided by. */
export interface Identity {
  userId: string;
  username: string;
  email: string | null;
  roles: Role[];
  /** The first entry of attributes.integration (AUTH-05); null for provider staff without one. */
  integrationName: string | null;
}

/** Reads roles of the given client and the integration attribute from a token's claims (AUTH-04, AUTH-05). */
export function identityFromClaims(claims: TokenClaims, clientId: string): Identity {
  const integrationName = claims.attributes?.integration?.find((name) => name.trim() !== '') ?? null;
  return {
    userId: claims.sub,
    username: claims.preferred_username ?? claims.sub,
    email: claims.email ?? null,
    roles: recognisedRoles(claims.resource_access?.[clientId]?.roles ?? []),
    integrationName,
  };
}

/** AUTH-07: roles, and either a provider role or an integration attribute. */
export function isValidIdentity(identity: Pick<Identity, 'roles' | 'integrationName'>): boolean {
  return (
    identity.roles.length > 0 && (identity.roles.some(isProviderRole) || identity.integrationName !== null)
  );
}
