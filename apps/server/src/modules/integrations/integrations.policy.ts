import { messageOf } from '@ludus/contract';
import { type Actor, integrationScope, visibleIntegrations } from '../../infra/access/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';

/** The integrations whose rows someone sees; null is every one, an empty list none. */
export function seenIntegrations(actor: Actor): readonly number[] | null {
  return visibleIntegrations(actor);
}

/** Whether someone learns how the services are reached, and who works at an integration. */
export function managesIntegrations(actor: Actor): boolean {
  return actor.can('integrations:manage');
}

/** @throws NotFoundError for every integration but the actor's own, as if it did not exist */
export function assertSeesIntegration(actor: Actor, integrationId: number): void {
  const scope = integrationScope(actor);
  if (scope.kind === 'all' || (scope.kind === 'one' && scope.id === integrationId)) return;
  throw new NotFoundError(messageOf('refusals.integrationNotFound'));
}

/** Games in development stand in no filter of an integration, and neither do those outside the catalogue. */
export function seesFinishedGamesOnly(actor: Actor): boolean {
  return actor.side === 'integration';
}
