import {
  isProviderRole,
  messageOf,
  type Role,
  routes,
  type ViewScreen,
  type ViewShareInput,
  viewScreens,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Audience } from '../../infra/realtime/index.ts';

/** Whose views are found, as conditions of a query. */
export interface Viewer {
  userId: string;
  roles: readonly Role[];
  /** Null for staff of the provider, and for people whose integration is unknown. */
  integrationId: number | null;
  /** Administrators also find the shared views of everyone on their side. */
  administers: 'provider' | 'own integration' | 'nothing';
  screens: readonly ViewScreen[];
}

export interface StoredShare {
  shared_role: string | null;
  shared_integration_id: number | null;
}

export function viewerOf(actor: Actor): Viewer {
  const integrationId = actor.integration?.id ?? null;
  return {
    userId: actor.userId,
    roles: actor.roles,
    integrationId,
    administers: administeredSide(actor),
    screens: viewScreens.filter((screen) => actor.can(routes[screen].scope)),
  };
}

function administeredSide(actor: Actor): Viewer['administers'] {
  if (actor.roles.includes('ludus_admin')) return 'provider';
  return actor.roles.includes('integration_admin') && actor.integration !== null
    ? 'own integration'
    : 'nothing';
}

/** Whether this person may change a view that they see. */
export function canChange(
  actor: Actor,
  view: StoredShare & { owner_id: string; owner_integration_id: number | null },
): boolean {
  if (view.owner_id === actor.userId) return true;
  const side = administeredSide(actor);
  if (side === 'nothing') return false;
  return view.owner_integration_id === (side === 'provider' ? null : actor.integration?.id);
}

/** @throws ForbiddenError */
export function requireScreen(actor: Actor, screen: ViewScreen): void {
  if (!actor.can(routes[screen].scope)) throw new ForbiddenError();
}

/**
 * How a view is shared, as it is stored. The provider shares with its own roles and with any integration, people of an
 * integration with its roles and with all of it.
 * @throws ValidationError for a role of the other side, NotFoundError for another integration
 */
export function storedShare(
  share: ViewShareInput,
  integrationId: number | null,
  isOnProviderSide: boolean,
): StoredShare {
  if (share.with === 'no-one') return { shared_role: null, shared_integration_id: null };
  // Someone whose integration is unknown has no one to share with.
  if (!isOnProviderSide && integrationId === null) throw noIntegration();
  if (share.with === 'integration') {
    if (!isOnProviderSide && share.integrationId !== integrationId) throw noIntegration();
    return { shared_role: null, shared_integration_id: share.integrationId };
  }
  if (isProviderRole(share.role) !== isOnProviderSide) {
    const text = messageOf('refusals.viewRoleElsewhere');
    throw new ValidationError({ share: text }, text);
  }
  return { shared_role: share.role, shared_integration_id: integrationId };
}

const noIntegration = () => new NotFoundError(messageOf('refusals.integrationNotFound'));

/** Whose screens show a view, and must hear that it has changed. */
export function audienceOf(view: StoredShare & { owner_id: string }): Audience {
  const ofProvider = view.shared_role !== null && view.shared_integration_id === null;
  return {
    users: [view.owner_id],
    // Administrators of the provider see what its staff share with integrations.
    ...(ofProvider || view.shared_integration_id !== null ? { providers: true as const } : {}),
    ...(view.shared_integration_id === null ? {} : { integration: view.shared_integration_id }),
  };
}
