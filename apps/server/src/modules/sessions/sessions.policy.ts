import { messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { ForbiddenError, NotFoundError } from '../../infra/errors/index.ts';
import type { SessionsOrder, StoredSession } from '../session-store/index.ts';

/** "Older than ten minutes": exactly ten is not. */
export const closeAfterMs = 10 * 60_000;

/** Whether due is visible in lists and exports. */
export function maySeeListedDue(actor: Actor): boolean {
  return actor.can('money:net-and-due');
}

/**
 * An order reveals a field as much as its column does, and a cursor in it reveals the amount itself.
 * @throws ForbiddenError for an order by a field the actor may not see
 */
export function requireListOrder(actor: Actor, order: SessionsOrder): void {
  if (order.field === 'due' && !maySeeListedDue(actor)) {
    throw new ForbiddenError(messageOf('refusals.dueOrder'));
  }
}

/** Whether due is visible in the session details, and in the search results that open them. */
export function maySeeDetailsDue(actor: Actor): boolean {
  return actor.can('money:session-due');
}

/** Returns why a session cannot be closed now, whatever the caller's role; null when it can. */
export function closeRefusal(
  session: Pick<StoredSession, 'isOpen' | 'updatedAt'>,
  now: Date,
): 'closed' | 'recent' | null {
  if (!session.isOpen) return 'closed';
  return now.getTime() - session.updatedAt.getTime() > closeAfterMs ? null : 'recent';
}

/** Returns the actions that an actor may take on a session now. */
export function abilities(actor: Actor, refusal: 'closed' | 'recent' | null) {
  return {
    refresh: actor.can('sessions:refresh'),
    close: actor.can('sessions:close') && refusal === null,
    report: actor.can('tickets:use'),
  };
}

/** A session of another integration and one that does not exist look the same. @throws NotFoundError */
export function requireVisible(session: StoredSession | null | undefined): StoredSession {
  if (session === null || session === undefined)
    throw new NotFoundError(messageOf('refusals.sessionNotFound'));
  return session;
}
