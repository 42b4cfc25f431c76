import type { Ticket } from '@ludus/contract';
import { vi } from 'vitest';
import { TicketPage } from '../features/tickets/pages/ticket-page.tsx';
import { answerCalls } from './answer-calls.ts';
import { renderScreen, type ScreenOptions } from './render.tsx';

/** The page of one ticket; answers what it called. */
export function showTicket(ticket: Ticket, answers: object = {}, options: ScreenOptions = {}) {
  const onDeleted = vi.fn();
  const calls = answerCalls({
    ...{ listGames: { rows: [] }, listTickets: [], getTicket: ticket, listTicketLinks: { rows: [] } },
    listTicketAssignees: { rows: [{ id: 'mara', username: 'mara' }] },
    ...answers,
  });
  const shown = renderScreen(
    <TicketPage id={ticket.id} onDeleted={onDeleted} renderSession={(id) => <output>Session {id}</output>} />,
    options,
  );
  return { ...shown, calls, onDeleted };
}
