/** What API tokens can do at most. Everything here only ever narrows what the owner of a token may do. */
import { type AnyEndpoint, isReading } from '../endpoint.ts';
import { type Role, type Scope, scopesOf } from '../roles.ts';

/**
 * The scopes that a token can hold: `read` shows something, `write` stores something. A scope that is missing here can be given to
 * no token, so that none ever administers people, integrations, settings, jobs or money, and none creates a token.
 */
export const tokenScopes = {
  'statistics:read': 'read',
  'dashboard:read': 'read',
  'reports:read': 'read',
  'money:net-and-due': 'read',
  'sessions:read': 'read',
  'sessions:refresh': 'read',
  'money:session-due': 'read',
  'catalog:read': 'read',
  'games:documents': 'read',
  'reconciliation:read': 'read',
  'statements:read': 'read',
  'periods:read': 'read',
  'tickets:use': 'read',
  'rtp:monitor': 'read',
  'alerts:read': 'read',
  'logs:read': 'read',
  'reconciliation:files': 'write',
} as const satisfies Partial<Record<Scope, 'read' | 'write'>>;

export type TokenScope = keyof typeof tokenScopes;
export const tokenScopeNames = Object.keys(tokenScopes) as TokenScope[];

export const isTokenScope = (name: string): name is TokenScope => Object.hasOwn(tokenScopes, name);

/** Choices that most tokens need; of each, a token gets what its owner holds. */
export const tokenPresets = {
  figures: ['statistics:read', 'dashboard:read', 'reports:read', 'money:net-and-due'],
  sessions: ['sessions:read', 'money:session-due'],
  everything: tokenScopeNames.filter((scope) => tokenScopes[scope] === 'read'),
} as const satisfies Record<string, readonly TokenScope[]>;
export type TokenPreset = keyof typeof tokenPresets;
export const tokenPresetNames = Object.keys(tokenPresets) as TokenPreset[];

/** How long a token is valid, in days. */
export const tokenLifetimes = [30, 90, 365] as const;
export type TokenLifetime = (typeof tokenLifetimes)[number];

/** Tokens that a person has at most, expired ones included. */
export const maxApiTokens = 20;
export const longestTokenName = 60;
/** How long the old secret of a renewed token is still valid. */
export const renewedSecretHours = 24;
/** How a token begins, so that secret scanners find it. */
export const tokenPrefix = 'ludus_';

/** The part of a token that is no secret: what lists and the log name it by. */
export const shownToken = (id: string): string => `${tokenPrefix}${id}_…`;

/** The roles of someone within one integration: staff of the provider are there what its own people would be. */
export function rolesWithinIntegration(roles: readonly Role[]): Role[] {
  const within: Partial<Record<Role, Role>> = {
    ludus_admin: 'integration_admin',
    ludus_manager: 'integration_manager',
  };
  return [...new Set(roles.map((role) => within[role] ?? role))];
}

/** The scopes that a person with these roles can give a token, in the order of the table. */
export function grantableScopes(
  roles: readonly Role[],
  { isBound = false }: { isBound?: boolean } = {},
): TokenScope[] {
  const own = scopesOf(roles);
  const within = isBound ? scopesOf(rolesWithinIntegration(roles)) : own;
  return tokenScopeNames.filter((scope) => own.has(scope) && within.has(scope));
}

/**
 * Whether an API token may make a call at all, whatever its scopes: reads of a scope that tokens can hold, unless the endpoint says
 * otherwise. A call without a scope is closed to tokens until its endpoint opens it.
 */
export function isOpenToTokens(endpoint: AnyEndpoint): boolean {
  return endpoint.tokens ?? (isReading(endpoint) && isTokenScope(endpoint.access));
}
