import { type Actor, integrationScope, visibleIntegrations } from '../../platform/access/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';

/** The integrations whose rows somebody sees; null is every one (ROLE-16), an empty list none. */
export function seenIntegrations(actor: Actor): readonly number[] | null {
  return visibleIntegrations(actor);
}

/** Whether somebody learns how the services are reached, and who works at an integration. */
export function managesIntegrations(actor: Actor): boolean {
  return actor.can('integrations:manage');
}

/** @throws NotFoundError for every integration but the actor's own, as if it did not exist (OPEN-02) */
export function assertSeesIntegration(actor: Actor, integrationId: number): void {
  const scope = integrationScope(actor);
  if (scope.kind === 'all' || (scope.kind === 'one' && scope.id === integrationId)) return;
  throw new NotFoundError('Integration not found');
}

/** Games in development stand in no filter of an integration, and neither do those outside the catalogue (ROLE-17). */
export function seesFinishedGamesOnly(actor: Actor): boolean {
  return actor.side === 'integration';
}
