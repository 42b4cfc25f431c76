import { messages } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors/index.ts';
import type { SessionsOrder, StoredSession } from '../books/index.ts';

/** "Older than ten minutes": exactly ten is not (OPEN-95). */
export const closeAfterMs = 10 * 60_000;

/** Due in lists and exports (OPEN-81). */
export function maySeeListedDue(actor: Actor): boolean {
  return actor.can('money:net-and-due');
}

/**
 * The order tells of a field as much as its column does, and a cursor in it tells the amount itself.
 * @throws ForbiddenError for an order by a field the actor may not see
 */
export function requireListOrder(actor: Actor, order: SessionsOrder): void {
  if (order.field === 'due' && !maySeeListedDue(actor)) {
    throw new ForbiddenError('You may not order sessions by due.');
  }
}

/** Due in the session box, and in the search whose results open it (ROLE-14). */
export function maySeeBoxDue(actor: Actor): boolean {
  return actor.can('money:session-due');
}

/** Why a session cannot be closed now, whoever asks; null when it can (BOX-08). */
export function closeRefusal(
  session: Pick<StoredSession, 'isOpen' | 'updatedAt'>,
  now: Date,
): 'closed' | 'recent' | null {
  if (!session.isOpen) return 'closed';
  return now.getTime() - session.updatedAt.getTime() > closeAfterMs ? null : 'recent';
}

/** What this actor may do with a session now. */
export function abilities(actor: Actor, refusal: 'closed' | 'recent' | null) {
  return {
    refresh: actor.can('sessions:refresh'),
    close: actor.can('sessions:close') && refusal === null,
    report: actor.can('tickets:use'),
  };
}

/** A session of another integration and one that does not exist look the same. @throws NotFoundError */
export function requireVisible(session: StoredSession | null | undefined): StoredSession {
  if (session === null || session === undefined) throw new NotFoundError(messages.sessionNotFound);
  return session;
}
