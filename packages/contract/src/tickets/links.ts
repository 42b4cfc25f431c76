import { z } from 'zod';
import { queryRowId, rowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ticketLinkKinds } from './types.ts';

const link = z.strictObject({
  kind: z.enum(ticketLinkKinds),
  /** The id of the session, game, outage or incident; of a day that differs its integration and the day, `3:2026-11-20`. */
  ref: z.string().min(1).max(60),
});

export const ticketLink = z
  .strictObject({
    ...link.shape,
    id: rowId,
    /** Of a session an id, of a game its name, of the others the integration; empty where there is none. */
    name: z.string(),
  })
  .meta({ id: 'TicketLink' });
export type TicketLink = z.infer<typeof ticketLink>;

/** In the order in which they were added; without those that the caller may not see. */
export const listTicketLinks = endpoint({
  id: 'listTicketLinks',
  method: 'GET',
  path: '/tickets/:id/links',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'What a ticket is linked with',
  params: z.strictObject({ id: queryRowId }),
  response: rowsOf(ticketLink),
  failures: [404],
});

/** 404 also for what the caller may not see. What is linked already stays so. 409 beyond 50 links. */
export const addTicketLink = endpoint({
  id: 'addTicketLink',
  method: 'POST',
  path: '/tickets/:id/links',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Link a ticket with a session, game, outage, incident or day that differs',
  params: z.strictObject({ id: queryRowId }),
  body: link,
  response: ticketLink,
  failures: [404, 409],
});

export const removeTicketLink = endpoint({
  id: 'removeTicketLink',
  method: 'DELETE',
  path: '/tickets/:id/links/:linkId',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Remove a link of a ticket',
  params: z.strictObject({ id: queryRowId, linkId: queryRowId }),
  response: z.null(),
  failures: [404],
});

export const ticketLinkEndpoints = [listTicketLinks, addTicketLink, removeTicketLink] as const;
