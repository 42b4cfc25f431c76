import { messageOf } from '@ludus/contract';
import { type Actor, type IntegrationScope, integrationScope } from '../../infra/access/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';

/** Which documents someone sees: all, or those of one integration and those for every one of its games. */
export type DocumentView = IntegrationScope;

export function documentView(actor: Actor): DocumentView {
  return integrationScope(actor);
}

/** @throws NotFoundError for someone else's integration, as for one that there is not */
export function assertSeesIntegration(view: DocumentView, integrationId: number | undefined): void {
  if (integrationId === undefined || view.kind === 'all') return;
  if (view.kind === 'none' || view.id !== integrationId)
    throw new NotFoundError(messageOf('refusals.integrationNotFound'));
}

/** Who uploaded a document is for the provider, whose staff it names. */
export function seesWhoAdded(actor: Actor): boolean {
  return actor.side === 'provider';
}

/** Documents are no business of a guest. */
export function seesDocuments(actor: Actor): boolean {
  return actor.can('games:documents');
}
