import { gameLabel, type Ticket, ticketStatuses } from '@ludus/contract';
import type { RatingChoice, SortField, TicketsSearch } from './search.ts';
import { isPastTarget, turnFor } from './waiting.ts';

const keys: Record<SortField, (ticket: Ticket) => string | number> = {
  status: ({ status }) => ticketStatuses.indexOf(status),
  title: ({ title }) => title,
  integration: ({ integration }) => integration?.name ?? '',
  game: ({ game }) => (game ? gameLabel(game) : ''),
  answers: ({ answers }) => answers.length,
  reporter: ({ reporter }) => reporter?.username ?? '',
  createdAt: ({ createdAt }) => Date.parse(createdAt),
  // The longest wait first where the largest comes first; those that wait for no one stand at the other end.
  turn: ({ turn }) => (turn === null ? Number.NEGATIVE_INFINITY : -Date.parse(turn.since)),
  assignee: ({ assignee }) => assignee?.username ?? '',
};

const collator = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

function matches(ticket: Ticket, words: readonly string[], sessions: ReadonlySet<string>): boolean {
  if (ticket.session !== null && sessions.has(ticket.session.id)) return true;
  const { title, id, reporter, session, integration, assignee } = ticket;
  const text = [
    ...[title, `#${id}`, reporter?.username, session?.id, session?.aamsTicketId, integration?.name],
    assignee?.username,
  ]
    .join(' ')
    .toLocaleLowerCase('it');
  return words.every((word) => text.includes(word));
}

function isOfAssignee({ assignee }: Ticket, wanted: string | undefined, userId: string): boolean {
  if (wanted === undefined) return true;
  if (wanted === 'none') return assignee === null;
  return assignee?.id === (wanted === 'me' ? userId : wanted);
}

function isRated({ status, rating }: Ticket, wanted: RatingChoice | undefined): boolean {
  if (wanted === undefined) return true;
  return status === 'closed' && (rating?.value ?? 'none') === wanted;
}

interface Reader {
  isProvider: boolean;
  userId: string;
  now: number;
  /** The hub's ids of the sessions whose own ids are looked for: tickets know only two of these. */
  sessions?: ReadonlySet<string>;
}

const noSessions: ReadonlySet<string> = new Set();

/**
 * The tickets that hold every word looked for, in the chosen order; rows that are equal in it keep the newest first. Those
 * that wait for one side stand in the order in which they began to, unless another one is chosen.
 */
export function filterAndSortTickets(
  tickets: readonly Ticket[],
  { find, sort, direction, turn, assignee, rating }: TicketsSearch,
  { isProvider, userId, now, sessions = noSessions }: Reader,
): Ticket[] {
  const words = (find ?? '').toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  const isTurn = (ticket: Ticket) =>
    turn === 'late' ? isPastTarget(ticket, now) : turn === undefined || turnFor(ticket, isProvider) === turn;
  const found = tickets.filter(
    (ticket) =>
      matches(ticket, words, sessions) &&
      isTurn(ticket) &&
      isOfAssignee(ticket, assignee, userId) &&
      isRated(ticket, rating),
  );
  const key = keys[sort ?? (turn === undefined ? 'createdAt' : 'turn')];
  const sign = (direction ?? 'desc') === 'desc' ? -1 : 1;
  return found.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(`${a}`, `${b}`));
  });
}
