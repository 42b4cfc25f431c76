/**
 * Roles, the scopes each of them holds, and what makes a signed-in person a valid user of the hub.
 * The server enforces this table on every endpoint; the web reads the same one for routes, menus and buttons.
 */

/** The five client roles of the identity token. Anything else in a token is ignored. */
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

const everyone = roles;
const nonGuests = ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_manager'] as const;
const administrators = ['ludus_admin', 'ludus_manager', 'integration_admin'] as const;
const adminRoles = ['ludus_admin', 'integration_admin'] as const;
const provider = providerRoles;
const admin = ['ludus_admin'] as const;

/** Who holds which scope. The names read "thing:verb". */
export const scopeRoles = {
  'dashboard:read': administrators,
  'catalog:read': ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_guest'],
  'games:edit': admin,
  'games:request': ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_manager'],
  'games:documents': nonGuests,
  /** The wishlist belongs to people of an integration, guests included. */
  'games:wish': ['integration_admin', 'integration_manager', 'integration_guest'],
  /** To send the provider the games that an integration requests. */
  'games:ask': ['integration_admin', 'integration_manager'],
  /**
   * Requests for games with their answers, and comments on them; people of an integration see its own, guests what they have asked for
   * themselves.
   */
  'requests:read': everyone,
  'requests:comment': everyone,
  /** All requests of an integration, not only one's own. */
  'requests:read-all': nonGuests,
  /** What a game page and the Catalog say of them: whoever sees “On wishlist” there also learns of the answer, guests included. */
  'requests:marks': everyone,
  /** A grant makes a game visible to one integration, which the page of an integration lets the same people do. */
  'requests:decide': provider,
  /** Changes that wait for a second person: one's own, or all of them for those who approve. */
  'approvals:read': administrators,
  'approvals:decide': admin,
  'documentation:read': administrators,
  'operators:read': admin,
  /** Integrations are loaded in full, and managed, by provider staff. */
  'integrations:manage': provider,
  /** To see what a role of an integration sees; which roles, says `viewableRoles`. */
  'integrations:view-as': provider,
  /** Results of the conformance checks; people of an integration see only those of its own platform. */
  'conformance:read': administrators,
  /** To run and cancel them on a platform. */
  'conformance:run': admin,
  'notifications:read': everyone,
  'maintenances:manage': admin,
  /** People of an integration see only its own services and outages. */
  'status:read': administrators,
  'outages:manage': admin,
  'sessions:read': nonGuests,
  'sessions:refresh': nonGuests,
  'sessions:close': nonGuests,
  'sessions:fetch': admin,
  'sessions:email': nonGuests,
  'statistics:read': nonGuests,
  'charts:read': administrators,
  'reports:read': administrators,
  'rtp:monitor': provider,
  'alerts:read': provider,
  /** Rules, recipients, and what is done about incidents. */
  'alerts:manage': admin,
  /** People of an integration see only its own days. */
  'reconciliation:read': administrators,
  'reconciliation:run': provider,
  'periods:read': provider,
  'periods:close': admin,
  /** People of an integration see only its own statements, balance and terms. */
  'statements:read': adminRoles,
  'statements:manage': admin,
  /** To acknowledge or dispute, which is for the other side. */
  'statements:answer': ['integration_admin'],
  /** To compare a file with the session store; people of an integration for their own. */
  'reconciliation:files': administrators,
  /** Net win and due in totals and charts, due in the sessions list. */
  'money:net-and-due': adminRoles,
  /** Due in the session box. */
  'money:session-due': admin,
  'bets:manage': admin,
  'logs:read': provider,
  'settings:read': everyone,
  'settings:reports': admin,
  'jobs:manage': admin,
  'users:manage': adminRoles,
  'users:pick': provider,
  'tickets:use': adminRoles,
  /** To assign tickets, to say within how many hours they are answered, and to save replies. */
  'tickets:manage': admin,
  /** To say how one was served, once a ticket is closed. */
  'tickets:rate': ['integration_admin'],
  'mailing-list:manage': admin,
  /** People of an integration see only its own webhooks. */
  'webhooks:manage': adminRoles,
} as const satisfies Record<string, readonly Role[]>;

export type Scope = keyof typeof scopeRoles;
export const scopes = Object.keys(scopeRoles) as Scope[];

/** The scopes that a set of roles holds together. */
export function scopesOf(userRoles: readonly Role[]): ReadonlySet<Scope> {
  return new Set(scopes.filter((scope) => scopeRoles[scope].some((role) => userRoles.includes(role))));
}

/** The recognised roles among the names a token carries. */
export function recognisedRoles(names: readonly string[]): Role[] {
  return roles.filter((role) => names.includes(role));
}

export function isProviderRole(role: Role): boolean {
  return (providerRoles as readonly Role[]).includes(role);
}

/** The flags the documents name. */
export interface LocalRoles {
  isLudusAdmin: boolean;
  isLudusManager: boolean;
  isIntegrationAdmin: boolean;
  isIntegrationManager: boolean;
  isIntegrationGuest: boolean;
}

export function localRolesOf(userRoles: readonly Role[]): LocalRoles {
  return {
    isLudusAdmin: userRoles.includes('ludus_admin'),
    isLudusManager: userRoles.includes('ludus_manager'),
    isIntegrationAdmin: userRoles.includes('integration_admin'),
    isIntegrationManager: userRoles.includes('integration_manager'),
    isIntegrationGuest: userRoles.includes('integration_guest'),
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
  /** The first entry of attributes.integration; null for provider staff without one. */
  integrationName: string | null;
}

/** Reads roles of the given client and the integration attribute from a token's claims. */
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

/** Roles, and either a provider role or an integration attribute. */
export function isValidIdentity(identity: Pick<Identity, 'roles' | 'integrationName'>): boolean {
  return (
    identity.roles.length > 0 && (identity.roles.some(isProviderRole) || identity.integrationName !== null)
  );
}
