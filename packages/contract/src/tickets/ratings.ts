import { z } from 'zod';
import { queryRowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { ticket } from './endpoints.ts';
import { ticketRatings } from './types.ts';

/**
 * How the integration was served, once its ticket is closed. The first rating can be changed for seven days. 409 for a ticket that
 * is not closed, and after these days.
 */
export const rateTicket = endpoint({
  id: 'rateTicket',
  method: 'PUT',
  path: '/tickets/:id/rating',
  access: 'tickets:rate',
  tag: 'tickets',
  summary: 'Rate how a closed ticket was served',
  params: z.strictObject({ id: queryRowId }),
  body: z.strictObject({
    value: z.enum(ticketRatings),
    comment: z.string().trim().max(1_000, fieldCode('fields.tooLong')).nullish(),
  }),
  response: ticket,
  failures: [404, 409],
});

/** Tickets of integrations that were closed in a month, by who took care of them. */
const satisfactionRow = z.strictObject({
  /** A month of Rome, `2026-11`. */
  month: z.string(),
  /** Null for tickets that no one took care of, and for people who are gone. */
  assignee: z.strictObject({ id: z.string(), username: z.string() }).nullable(),
  closed: z.int().nonnegative(),
  good: z.int().nonnegative(),
  bad: z.int().nonnegative(),
});
export type SatisfactionRow = z.infer<typeof satisfactionRow>;

/** The last twelve months, the newest first, then by username; deleted tickets are left out. */
export const getTicketSatisfaction = endpoint({
  id: 'getTicketSatisfaction',
  method: 'GET',
  path: '/ticket-satisfaction',
  access: 'tickets:manage',
  tag: 'tickets',
  summary: 'How integrations rated the tickets of the last twelve months',
  response: rowsOf(satisfactionRow),
});

export const ticketRatingEndpoints = [rateTicket, getTicketSatisfaction] as const;
