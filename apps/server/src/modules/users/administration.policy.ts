import { integrationRoles, isProviderRole, type Role, recognisedRoles, userMessages } from '@ludus/contract';
import { type Actor, integrationScope } from '../../platform/access/index.ts';
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  ValidationError,
} from '../../platform/errors/index.ts';
import { administratorRoles } from './users.policy.ts';

/** What decides over somebody: their roles, and the integration they belong to. */
export interface Standing {
  roles: readonly string[];
  integrationId: number | null;
}

/** People of an integration administer that integration's people; staff of the provider are nobody's but their own. */
export function seesUser(actor: Actor, { roles, integrationId }: Standing): boolean {
  const scope = integrationScope(actor);
  if (scope.kind === 'all') return true;
  const isStaff = recognisedRoles(roles).some(isProviderRole);
  return scope.kind === 'one' && !isStaff && integrationId === scope.id;
}

/** ROLE-18, ROLE-19: who is bound to an integration gives and takes its roles alone. @throws ForbiddenError */
export function requireGivable(actor: Actor, roles: readonly Role[]): void {
  if (actor.side === 'provider') return;
  const givable: readonly Role[] = integrationRoles;
  if (!roles.every((role) => givable.includes(role))) throw new ForbiddenError('You may not give this role.');
}

/** API-101: everybody's accounts are the provider's business. @throws NotFoundError for people of an integration */
export function requireProviderSide(actor: Actor): void {
  if (actor.side !== 'provider') throw new NotFoundError();
}

/** OPEN-92. @throws ConflictError */
export function refuseSelf(actor: Actor, subject: string | null): void {
  if (actor.userId === subject) throw new ConflictError('You cannot delete yourself.');
}

/**
 * OPEN-93: roles of integrations need an integration, the provider's have none. Answers the name to write.
 * @throws ValidationError naming the field `integration`.
 */
export function integrationFor(role: Role, integration: { name: string } | null): string | null {
  if (isProviderRole(role)) {
    if (integration === null) return null;
    throw new ValidationError({ integration: 'Staff of the provider belong to no integration.' });
  }
  if (integration === null) throw new ValidationError({ integration: userMessages.integrationRequired });
  return integration.name;
}

/** What somebody may do once they are changed. */
export interface Rights {
  roles: Role[];
  integrationName: string | null;
}

/**
 * The rights after a change: exactly one role, and an integration where the role needs one. `move` is the integration
 * asked for, undefined for "as it is"; who becomes staff of the provider leaves theirs by that.
 * @throws ValidationError naming `clientRolesToAdd` or `integration`.
 */
export function rightsAfter(
  account: { roles: readonly string[]; integrationName: string | null },
  current: { name: string } | null,
  change: { added: readonly Role[]; removed: readonly Role[]; move: { name: string } | null | undefined },
): Rights {
  const held = recognisedRoles(account.roles);
  const kept = held.filter((role) => !change.removed.includes(role));
  const roles = recognisedRoles([...kept, ...change.added]);
  const isSameRole = roles.join() === held.join();
  const [role] = roles;
  if (role === undefined || (isSameRole && change.move === undefined)) {
    if (isSameRole) return { roles, integrationName: account.integrationName };
    throw new ValidationError({ clientRolesToAdd: userMessages.roleRequired });
  }
  if (!isSameRole && roles.length > 1) {
    throw new ValidationError({ clientRolesToAdd: 'A user has one role: take the other away.' });
  }
  const asIs = isProviderRole(role) ? null : current;
  return { roles, integrationName: integrationFor(role, change.move === undefined ? asIs : change.move) };
}

export function isAdministrator({ roles, enabled }: { roles: readonly string[]; enabled: boolean }): boolean {
  return enabled && administratorRoles.some((role) => roles.includes(role));
}

/**
 * Somebody must be left who can let others in. `others` are all accounts but the one that stops being an administrator.
 * @throws ConflictError
 */
export function requireAnotherAdministrator(
  others: readonly { roles: readonly string[]; enabled: boolean }[],
): void {
  if (!others.some(isAdministrator)) {
    const message = 'This is the last administrator of the provider.';
    throw new ConflictError(message, { fields: { clientRolesToAdd: message } });
  }
}
