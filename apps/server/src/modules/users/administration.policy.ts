import { integrationRoles, isProviderRole, messageOf, type Role, recognisedRoles } from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import { administratorRoles } from './users.policy.ts';

/** What decides over someone: their roles, and the integration they belong to. */
export interface Standing {
  roles: readonly string[];
  integrationId: number | null;
}

/** People of an integration administer that integration's people; staff of the provider are no one's but their own. */
export function seesUser(actor: Actor, { roles, integrationId }: Standing): boolean {
  const scope = integrationScope(actor);
  if (scope.kind === 'all') return true;
  const isStaff = recognisedRoles(roles).some(isProviderRole);
  return scope.kind === 'one' && !isStaff && integrationId === scope.id;
}

/** A caller of an integration assigns only that integration's roles. @throws ForbiddenError */
export function requireGivable(actor: Actor, roles: readonly Role[]): void {
  if (actor.side === 'provider') return;
  const givable: readonly Role[] = integrationRoles;
  if (!roles.every((role) => givable.includes(role)))
    throw new ForbiddenError(messageOf('refusals.roleNotGivable'));
}

/** Only staff of the provider may act on all accounts. @throws NotFoundError for people of an integration */
export function requireProviderSide(actor: Actor): void {
  if (actor.side !== 'provider') throw new NotFoundError();
}

/** Where an email must be free: people of an integration are refused only for the emails of its own accounts (ADR 31). */
export function emailScope(actor: Actor): { emailFreeIn?: string } {
  const { side, integration } = actor;
  return side === 'provider' || integration === null ? {} : { emailFreeIn: integration.name };
}

/** What is left of a refusal for a taken email whose owner the actor does not see. */
export function hiddenConflict({ fieldMessages = {} }: ConflictError): ConflictError {
  const { email: _, ...others } = fieldMessages;
  const [message = messageOf('refusals.hiddenConflict')] = Object.values(others);
  return new ConflictError(message, { fields: others });
}

/** @throws ConflictError */
export function refuseSelf(actor: Actor, subject: string | null): void {
  if (actor.userId === subject) throw new ConflictError(messageOf('refusals.deleteYourself'));
}

/**
 * Roles of integrations need an integration, the provider's have none. Returns the name to store.
 * @throws ValidationError naming the field `integration`.
 */
export function integrationFor(role: Role, integration: { name: string } | null): string | null {
  if (isProviderRole(role)) {
    if (integration === null) return null;
    throw new ValidationError({ integration: messageOf('fields.providerStaff') });
  }
  if (integration === null)
    throw new ValidationError({ integration: messageOf('fields.integrationRequired') });
  return integration.name;
}

/** The rights of a user after a change. */
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
  const currentRoles = recognisedRoles(account.roles);
  const remainingRoles = currentRoles.filter((role) => !change.removed.includes(role));
  const roles = recognisedRoles([...remainingRoles, ...change.added]);
  const isSameRole = roles.join() === currentRoles.join();
  const [role] = roles;
  if (role === undefined || (isSameRole && change.move === undefined)) {
    if (isSameRole) return { roles, integrationName: account.integrationName };
    throw new ValidationError({ clientRolesToAdd: messageOf('fields.roleRequired') });
  }
  if (!isSameRole && roles.length > 1) {
    throw new ValidationError({ clientRolesToAdd: messageOf('fields.oneRole') });
  }
  const asIs = isProviderRole(role) ? null : current;
  return { roles, integrationName: integrationFor(role, change.move === undefined ? asIs : change.move) };
}

export function isAdministrator({ roles, enabled }: { roles: readonly string[]; enabled: boolean }): boolean {
  return enabled && administratorRoles.some((role) => roles.includes(role));
}

/**
 * Someone must be left who can let others in. `others` are all accounts but the one that stops being an administrator.
 * @throws ConflictError
 */
export function requireAnotherAdministrator(
  others: readonly { roles: readonly string[]; enabled: boolean }[],
): void {
  if (!others.some(isAdministrator)) {
    const message = messageOf('refusals.lastAdministrator');
    throw new ConflictError(message, { fields: { clientRolesToAdd: message } });
  }
}
