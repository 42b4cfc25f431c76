import { isProviderRole, recognisedRoles, scopesOf } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { ConflictError, ForbiddenError } from '../../platform/errors/index.ts';
import type { Recipients } from '../users/index.ts';

/** How long after an answer its author may add files to it: they follow the answer, and slowly where lines are slow. */
const freshMs = 3_600_000;

/** OPEN-59: closed is final. @throws ConflictError */
export function requireUnclosed({ status }: { status: string }, text: string): void {
  if (status === 'closed') throw new ConflictError(text);
}

/**
 * Files of an answer come from whoever gave it, and soon; a closing answer still gets its own.
 * @throws ForbiddenError for an answer of somebody else, ConflictError for an old one
 */
export function requireOwnFresh(
  actor: Actor,
  answer: { responder_id: string; created_at: Date },
  now: Date,
): void {
  if (answer.responder_id !== actor.userId) throw new ForbiddenError('This is somebody else’s answer.');
  if (now.getTime() - answer.created_at.getTime() > freshMs) {
    throw new ConflictError('Files can be added to an answer within an hour.');
  }
}

/** OPEN-54: administrators of the provider hear of a new ticket; of one the provider opens, its integration too. */
export function toldOfTicket(actor: Actor, integrationId: number | null): Recipients {
  const integration = integrationId === null || actor.side === 'integration' ? [] : [integrationId];
  return { admins: true, administratorsOf: integration, except: actor.userId };
}

/** OPEN-54: an answer goes to the other side, and to a colleague who reported the ticket. */
export function toldOfAnswer(
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
