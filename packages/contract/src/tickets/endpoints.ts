import { z } from 'zod';
import { instant, queryId, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { sessionId } from '../sessions/schema.ts';

export const ticketStatuses = ['open', 'ongoing', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
export const ticketStatus = z.enum(ticketStatuses);

/** Texts of the new ticket form that the server answers literally (area ERR). */
export const ticketMessages = {
  titleRequired: 'Please enter a title.',
  descriptionRequired: 'Please enter a description.',
} as const;

/** A file of a ticket or an answer (ENT-16). Both addresses are the same: signed, for an hour, shown outside our pages. */
export const ticketMedium = z
  .strictObject({
    id: rowId,
    name: z.string(),
    contentType: z.string(),
    bytes: z.int().nonnegative(),
    url: z.string(),
    s3Url: z.string(),
  })
  .meta({ id: 'TicketMedium' });
export type TicketMedium = z.infer<typeof ticketMedium>;

/** Null where the user is gone. */
const person = z.strictObject({ id: z.string(), username: z.string() }).nullable();

/** ENT-17. `description` is cleaned HTML; readers clean it again. */
export const answer = z
  .strictObject({
    id: rowId,
    description: z.string(),
    status: z.enum(['ongoing', 'closed']),
    createdAt: instant,
    responder: z
      .strictObject({ id: z.string(), username: z.string(), role: z.enum(roles).nullable() })
      .nullable(),
    ticket_media: z.array(ticketMedium),
  })
  .meta({ id: 'Answer' });
export type Answer = z.infer<typeof answer>;

/** ENT-16. */
export const ticket = z
  .strictObject({
    id: rowId,
    title: z.string(),
    description: z.string(),
    status: ticketStatus,
    createdAt: instant,
    updatedAt: instant,
    integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    game: z.strictObject({ id: recordId, name: z.string(), sub_name: z.string().nullable() }).nullable(),
    session: z.strictObject({ id: sessionId, aamsTicketId: z.string().nullable() }).nullable(),
    sessionId: sessionId.nullable(),
    /** The operator of the session (OPEN-52). */
    operatorId: recordId.nullable(),
    reporter: person,
    answers: z.array(answer),
    ticket_media: z.array(ticketMedium),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof ticket>;

/** API-068, API-069: newest first; people of an integration get its own alone. */
export const listTickets = endpoint({
  id: 'listTickets',
  method: 'GET',
  path: '/tickets',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Tickets',
  query: z.strictObject({
    status: ticketStatus.optional(),
    integrationId: queryId.optional(),
    gameId: queryId.optional(),
    operatorId: queryId.optional(),
  }),
  response: z.array(ticket),
});

export const getTicket = endpoint({
  id: 'getTicket',
  method: 'GET',
  path: '/tickets/:id',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'One ticket',
  params: z.strictObject({ id: queryRowId }),
  response: ticket,
  failures: [404],
});

const html = z.string().max(50_000);

/** API-070, OPEN-60: reporter, and for people of an integration the integration, are the caller's whatever is sent. */
export const createTicket = endpoint({
  id: 'createTicket',
  method: 'POST',
  path: '/tickets',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Report a problem',
  body: z.strictObject({
    title: z
      .string({ error: ticketMessages.titleRequired })
      .trim()
      .min(1, ticketMessages.titleRequired)
      .max(200),
    description: html.min(1, ticketMessages.descriptionRequired),
    reporterId: z.unknown().optional(),
    integrationId: recordId.nullish(),
    /** Sets integration and game too (TICK-17). */
    sessionId: sessionId.nullish(),
    gameId: recordId.nullish(),
  }),
  response: ticket,
  failures: [404],
});

/** API-071, OPEN-59: 409 for a closed one. */
export const deleteTicket = endpoint({
  id: 'deleteTicket',
  method: 'DELETE',
  path: '/tickets/:id',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Delete a ticket',
  params: z.strictObject({ id: queryRowId }),
  response: z.null(),
  failures: [404, 409],
});

export const maxTicketFileBytes = 26_214_400;
/** Of a ticket, and of each of its answers. */
export const maxTicketFiles = 20;
/** What attachments may be called; their content decides with their name. */
export const ticketFileExtensions: readonly string[] = 'png jpg jpeg gif webp mp4 webm mov pdf zip'.split(
  ' ',
);

/** API-072: images, videos, PDF and ZIP, told by their content; with answerId a file of that answer, which is the caller's. */
export const uploadTicketMedia = endpoint({
  id: 'uploadTicketMedia',
  method: 'POST',
  path: '/tickets/:id/media',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Attach a file to a ticket or an answer',
  params: z.strictObject({ id: queryRowId }),
  upload: { maxBytes: maxTicketFileBytes },
  body: z.strictObject({ answerId: queryRowId.optional() }),
  response: ticketMedium,
  failures: [404, 409, 413, 415],
});

/** API-073, OPEN-59: the ticket takes the answer's status. 409 for a closed ticket. */
export const createAnswer = endpoint({
  id: 'createAnswer',
  method: 'POST',
  path: '/answers',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Answer a ticket',
  body: z.strictObject({
    ticketId: rowId,
    status: z.enum(['ongoing', 'closed']),
    description: html.min(1, ticketMessages.descriptionRequired),
    responderId: z.unknown().optional(),
  }),
  response: answer,
  failures: [404, 409],
});

export const ticketEndpoints = [
  listTickets,
  getTicket,
  createTicket,
  deleteTicket,
  uploadTicketMedia,
  createAnswer,
] as const;
