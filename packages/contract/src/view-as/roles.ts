/** Seeing the hub as an integration does: as which roles someone may, and how a call says so. */
import { integrationRoles, providerRoles, type Role, scopeRoles, scopes, scopesOf } from '../roles.ts';

export type ViewedRole = (typeof integrationRoles)[number];

/** The header of a call that is made as a role of an integration. It holds the `grant` of `startViewAs`. */
export const viewAsHeader = 'x-view-as';

/** What a view begins with unless another role is chosen; everyone who may view at all may view as it. */
export const usualViewedRole: ViewedRole = 'integration_manager';

/** How long someone views as an integration at most, in hours; then they start again. */
export const longestViewHours = 2;

/**
 * The roles of an integration that someone with these roles may view as: those that see nothing which the person may not see
 * themselves. What no one of the provider holds (to ask for games, to answer a statement) only ever changes something.
 */
export function viewableRoles(roles: readonly Role[]): ViewedRole[] {
  if (!roles.some((role) => (providerRoles as readonly Role[]).includes(role))) return [];
  const own = scopesOf(roles);
  const ofProvider = scopes.filter((scope) =>
    scopeRoles[scope].some((role) => (providerRoles as readonly Role[]).includes(role)),
  );
  return integrationRoles.filter((viewed) => {
    const needed = scopesOf([viewed]);
    return ofProvider.every((scope) => !needed.has(scope) || own.has(scope));
  });
}
