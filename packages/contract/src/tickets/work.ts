import { z } from 'zod';
import { queryRowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ticket } from './endpoints.ts';

/** Whom tickets can be assigned to: administrators of the provider, by username. */
export const listTicketAssignees = endpoint({
  id: 'listTicketAssignees',
  method: 'GET',
  path: '/ticket-assignees',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'People whom tickets can be assigned to',
  response: rowsOf(z.strictObject({ id: z.string(), username: z.string() })),
});

/** Notifies the assignee; null takes the ticket from its assignee. 409 for a closed ticket. */
export const assignTicket = endpoint({
  id: 'assignTicket',
  method: 'PUT',
  path: '/tickets/:id/assignee',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'Assign a ticket',
  params: z.strictObject({ id: queryRowId }),
  body: z.strictObject({ assigneeId: z.string().max(200).nullable() }),
  response: ticket,
  failures: [404, 409],
});

const targetHours = z.int().min(1).max(720).nullable();

/** Within how many hours of the clock the provider answers, for the whole hub; null for no target. */
export const ticketSettings = z
  .strictObject({
    /** From the report to the first answer. */
    firstAnswerHours: targetHours,
    /** From each later turn of the provider to its answer. */
    nextAnswerHours: targetHours,
  })
  .meta({ id: 'TicketSettings' });
export type TicketSettings = z.infer<typeof ticketSettings>;

export const getTicketSettings = endpoint({
  id: 'getTicketSettings',
  method: 'GET',
  path: '/ticket-settings',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'Within how many hours tickets are answered',
  response: ticketSettings,
});

/** Tickets that are past a target are notified of once, also those that are when it is set. */
export const saveTicketSettings = endpoint({
  id: 'saveTicketSettings',
  method: 'PUT',
  path: '/ticket-settings',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'Set within how many hours tickets are answered',
  body: ticketSettings,
  response: ticketSettings,
});

export const ticketWorkEndpoints = [
  listTicketAssignees,
  assignTicket,
  getTicketSettings,
  saveTicketSettings,
] as const;
