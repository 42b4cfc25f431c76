import type { TicketStatus } from './endpoints.ts';

export const ticketSides = ['provider', 'integration'] as const;
export type TicketSide = (typeof ticketSides)[number];

/** What decides whose turn a ticket is. Instants are in milliseconds, answers in the order in which they were given. */
export interface TicketTurnFacts {
  status: TicketStatus;
  isDeleted: boolean;
  hasIntegration: boolean;
  createdAt: number;
  /** Who reported it; null where that is not known any more. */
  reporterSide: TicketSide | null;
  answers: readonly {
    createdAt: number;
    /** Who gave it; null where that is not known any more. */
    side: TicketSide | null;
    /** For whom it says that the ticket waits; null for the other side. */
    waitsFor: TicketSide | null;
  }[];
}

/** Whom a ticket waits for. */
export interface TicketTurn {
  side: TicketSide;
  /** Since when it waits for this side without a break. */
  since: number;
  /** The last answer of this side, if there is any. */
  answeredAt: number | null;
}

const otherSide = { provider: 'integration', integration: 'provider' } as const;

/**
 * Whom a ticket waits for: the side that did not write last, unless the last answer says otherwise. Null for one that is closed or
 * deleted. A person of whom no side is known counts as one of the integration, so that no ticket waits for ever.
 */
export function ticketTurn(ticket: TicketTurnFacts): TicketTurn | null {
  const { status, isDeleted, hasIntegration, createdAt, answers } = ticket;
  if (status === 'closed' || isDeleted) return null;
  // A ticket of no integration has no one at the other side.
  const waitsFor = (side: TicketSide): TicketSide => (hasIntegration ? side : 'provider');
  let turn: TicketTurn = {
    side: waitsFor(otherSide[ticket.reporterSide ?? 'integration']),
    since: createdAt,
    answeredAt: null,
  };
  for (const answer of answers) {
    const by = answer.side ?? 'integration';
    const side = waitsFor(answer.waitsFor ?? otherSide[by]);
    turn = { ...turn, side, since: side === turn.side ? turn.since : answer.createdAt };
  }
  const own = answers.findLast((answer) => (answer.side ?? 'integration') === turn.side);
  return { ...turn, answeredAt: own?.createdAt ?? null };
}

/** Hours of the clock, nights and weekends included, within which the provider answers; null for no target. */
export interface TicketTarget {
  firstAnswerHours: number | null;
  nextAnswerHours: number | null;
}

const hourMs = 3_600_000;

/**
 * When an answer of the provider is due: so many hours after the ticket began to wait for it, or after its own last answer where
 * that one left the turn with it. Null while the ticket does not wait for the provider, and without a target.
 */
export function answerDue(
  turn: TicketTurn,
  target: TicketTarget,
): { from: number; at: number; hours: number } | null {
  if (turn.side !== 'provider') return null;
  const hours = turn.answeredAt === null ? target.firstAnswerHours : target.nextAnswerHours;
  if (hours === null) return null;
  const from = Math.max(turn.since, turn.answeredAt ?? turn.since);
  return { from, at: from + hours * hourMs, hours };
}
