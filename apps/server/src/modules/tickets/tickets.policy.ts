import { isProviderRole, type Message, messageOf, recognisedRoles, scopesOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { ConflictError, ForbiddenError } from '../../infra/errors/index.ts';
import type { Recipients } from '../users/index.ts';

/** How long after an answer its author may add files to it: they follow the answer, and slowly where lines are slow. */
const freshMs = 3_600_000;

/** Closed is final. @throws ConflictError */
export function requireUnclosed({ status }: { status: string }, refusal: Message): void {
  if (status === 'closed') throw new ConflictError(refusal);
}

/**
 * Files of an answer come from whoever gave it, and soon; a closing answer still gets its own.
 * @throws ForbiddenError for an answer of someone else, ConflictError for an old one
 */
export function requireOwnFresh(
  actor: Actor,
  answer: { responder_id: string; created_at: Date },
  now: Date,
): void {
  if (answer.responder_id !== actor.userId) throw new ForbiddenError(messageOf('refusals.answerOfOther'));
  if (now.getTime() - answer.created_at.getTime() > freshMs) {
    throw new ConflictError(messageOf('refusals.answerTooOld'));
  }
}

/** Administrators of the provider are notified of a new ticket; of one the provider opens, its integration too. */
export function recipientsOfTicket(actor: Actor, integrationId: number | null): Recipients {
  const integration = integrationId === null || actor.side === 'integration' ? [] : [integrationId];
  return { admins: true, administratorsOf: integration, except: actor.userId };
}

/** Everyone in whose list the ticket was is notified of its deletion, and of its return. */
export function recipientsOfDeletion(actor: Actor, integrationId: number | null): Recipients {
  return {
    admins: true,
    administratorsOf: integrationId === null ? [] : [integrationId],
    except: actor.userId,
  };
}

/** Who assigns a ticket to themselves is not notified of it. */
export function recipientsOfAssignment(actor: Actor, assigneeId: string): Recipients {
  return { subjects: [assigneeId], except: actor.userId };
}

/** Of a late answer the assignee is notified; without one, every administrator of the provider. */
export function recipientsOfEscalation(ticket: {
  assignee_id: string | null;
  assignee_name: string | null;
}): Recipients {
  return ticket.assignee_id === null || ticket.assignee_name === null
    ? { admins: true }
    : { subjects: [ticket.assignee_id] };
}

/** An answer goes to the other side, and to a colleague who reported the ticket. */
export function recipientsOfReply(
  actor: Actor,
  ticket: { integration_id: number | null; reporter_id: string; reporter_roles: readonly string[] | null },
): Recipients {
  if (actor.side === 'integration') return { admins: true, except: actor.userId };
  const roles = recognisedRoles(ticket.reporter_roles ?? []);
  // People of the integration are among its administrators, or may not read tickets any more.
  const isColleague = roles.some(isProviderRole) && scopesOf(roles).has('tickets:use');
  return {
    administratorsOf: ticket.integration_id === null ? [] : [ticket.integration_id],
    subjects: isColleague ? [ticket.reporter_id] : [],
    except: actor.userId,
  };
}
