import type { Ticket } from '@ludus/contract';

/** Whose turn a ticket is, as its reader sees it; null for one that is closed or deleted. */
export function turnFor({ turn }: Ticket, isProvider: boolean): 'ours' | 'theirs' | null {
  if (turn === null) return null;
  return (turn.side === 'provider') === isProvider ? 'ours' : 'theirs';
}

/** The instant since which a ticket waits for the reader's side, in milliseconds; null for one that does not. */
export function waitingSince(ticket: Ticket, isProvider: boolean): number | null {
  return ticket.turn === null || turnFor(ticket, isProvider) !== 'ours'
    ? null
    : Date.parse(ticket.turn.since);
}

/** Whether an answer of the reader's side is late; `now` in milliseconds. */
export function isPastTarget({ answerDue }: Ticket, now: number): boolean {
  return answerDue !== null && Date.parse(answerDue) <= now;
}
