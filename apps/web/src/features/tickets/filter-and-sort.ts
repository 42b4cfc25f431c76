import { gameLabel, type Ticket, ticketStatuses } from '@ludus/contract';
import type { SortField, TicketsSearch } from './search.ts';
import { waitingSince } from './waiting.ts';

const keys: Record<SortField, (ticket: Ticket) => string | number> = {
  status: ({ status }) => ticketStatuses.indexOf(status),
  title: ({ title }) => title,
  integration: ({ integration }) => integration?.name ?? '',
  game: ({ game }) => (game ? gameLabel(game) : ''),
  answers: ({ answers }) => answers.length,
  reporter: ({ reporter }) => reporter?.username ?? '',
  createdAt: ({ createdAt }) => Date.parse(createdAt),
};

const collator = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

function matches(ticket: Ticket, words: readonly string[]): boolean {
  const { title, id, reporter, session, integration } = ticket;
  const text = [title, `#${id}`, reporter?.username, session?.id, session?.aamsTicketId, integration?.name]
    .join(' ')
    .toLocaleLowerCase('it');
  return words.every((word) => text.includes(word));
}

/**
 * The tickets that hold every word looked for, in the chosen order; rows that are equal in it keep the newest first. Those
 * that wait for the reader's side stand in the order in which they are due, unless another one is chosen.
 */
export function filterAndSortTickets(
  tickets: readonly Ticket[],
  { find, sort, direction, status }: TicketsSearch,
  isProvider: boolean,
): Ticket[] {
  const words = (find ?? '').toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  const since = (ticket: Ticket) => waitingSince(ticket, isProvider);
  const found = tickets.filter(
    (ticket) => matches(ticket, words) && (status !== 'waiting' || since(ticket) !== null),
  );
  if (status === 'waiting' && sort === undefined) {
    return found.toSorted((one, other) => (since(one) ?? 0) - (since(other) ?? 0));
  }
  const key = keys[sort ?? 'createdAt'];
  const sign = (direction ?? 'desc') === 'desc' ? -1 : 1;
  return found.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(`${a}`, `${b}`));
  });
}
