import { isProviderRole, type Ticket } from '@ludus/contract';

/** Who is to answer a ticket: the side that did not write last. Null for one that is closed or deleted. */
function sideToAnswer({ status, deletion, answers }: Ticket): 'provider' | 'integration' | null {
  if (status === 'closed' || deletion !== null) return null;
  // Of a person who is gone no role is known; without an answer it is the reporter who waits.
  const role = answers.at(-1)?.responder?.role ?? null;
  return role !== null && isProviderRole(role) ? 'integration' : 'provider';
}

/** The instant since which a ticket waits for the reader's side, in milliseconds; null for one that does not. */
export function waitingSince(ticket: Ticket, isProvider: boolean): number | null {
  if (sideToAnswer(ticket) !== (isProvider ? 'provider' : 'integration')) return null;
  return Date.parse(ticket.answers.at(-1)?.createdAt ?? ticket.createdAt);
}
