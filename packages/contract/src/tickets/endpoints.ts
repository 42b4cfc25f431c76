import { z } from 'zod';
import { instant, queryId, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { roles } from '../roles.ts';
import { sessionId } from '../sessions/schema.ts';
import { ticketCase } from './cases.ts';
import { ticketSides } from './turn.ts';
import { ticketLinkKinds, ticketRatings, ticketTypes } from './types.ts';

export const ticketStatuses = ['open', 'ongoing', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
export const ticketStatus = z.enum(ticketStatuses);

/** A file of a ticket or an answer. Both addresses are the same: signed, for an hour, shown outside our pages. */
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

/** Null for a deleted user. */
const person = z.strictObject({ id: z.string(), username: z.string() }).nullable();

/** `description` is cleaned HTML; readers clean it again. */
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
    /** For whom it says that the ticket waits; null where the ticket waits for the other side. */
    waitsFor: z.enum(ticketSides).nullable(),
  })
  .meta({ id: 'Answer' });
export type Answer = z.infer<typeof answer>;

export const ticket = z
  .strictObject({
    id: rowId,
    title: z.string(),
    description: z.string(),
    status: ticketStatus,
    /** What it is about, with the facts that support needs for it. */
    case: ticketCase,
    createdAt: instant,
    updatedAt: instant,
    integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    game: z.strictObject({ id: recordId, name: z.string(), sub_name: z.string().nullable() }).nullable(),
    session: z.strictObject({ id: sessionId, aamsTicketId: z.string().nullable() }).nullable(),
    sessionId: sessionId.nullable(),
    /** The operator of the session. */
    operatorId: recordId.nullable(),
    reporter: person,
    /** The side of whoever reported it; null where that is not known any more. */
    reporterSide: z.enum(ticketSides).nullable(),
    answers: z.array(answer),
    ticket_media: z.array(ticketMedium),
    /** Null unless it was deleted: then it only stands in the list of deleted tickets, until it is restored. */
    deletion: z.strictObject({ at: instant, by: person }).nullable(),
    /** Who of the provider takes care of it; null for no one. */
    assignee: person,
    /** Whom it waits for, and since when; null once it is closed or deleted. */
    turn: z.strictObject({ side: z.enum(ticketSides), since: instant }).nullable(),
    /** When an answer of the provider is due; null where none is, and for people of an integration. */
    answerDue: instant.nullable(),
    /** How the integration says that it was served; null where it has not said, and before the ticket is closed. */
    rating: z
      .strictObject({
        value: z.enum(ticketRatings),
        comment: z.string().nullable(),
        /** Who has rated last. */
        by: person,
        changedAt: instant,
        /** Until then the integration can change it. */
        changeableUntil: instant,
      })
      .nullable(),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof ticket>;

/** Newest first; people of an integration get only its own. */
export const listTickets = endpoint({
  id: 'listTickets',
  method: 'GET',
  path: '/tickets',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Tickets',
  query: z.strictObject({
    status: ticketStatus.optional(),
    type: z.enum(ticketTypes).optional(),
    integrationId: queryId.optional(),
    gameId: queryId.optional(),
    operatorId: queryId.optional(),
    sessionId: sessionId.optional(),
    /** About this or linked with it: a kind of link and an id, such as `incident:5`; nothing where the caller may not see it. */
    about: z
      .string()
      .regex(/^(session|game|outage|incident|difference):[\w:-]{1,60}$/)
      .optional(),
    /** Only those whose next answer is due from this side: none that is closed or deleted. */
    waitsFor: z.enum(ticketSides).optional(),
    /** Only deleted tickets; without it, only the others. */
    deleted: z.literal('true').optional(),
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

/** Undoes a deletion. 409 for a ticket that is not deleted. */
export const restoreTicket = endpoint({
  id: 'restoreTicket',
  method: 'POST',
  path: '/tickets/:id/restore',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Restore a deleted ticket',
  params: z.strictObject({ id: queryRowId }),
  response: ticket,
  failures: [404, 409],
});

const html = z.string().max(50_000);

/**
 * Reporter, and for people of an integration the integration, are the caller's whatever is sent. A case says by its type whether a
 * session or a game is needed too; the description may then be empty.
 */
export const createTicket = endpoint({
  id: 'createTicket',
  method: 'POST',
  path: '/tickets',
  access: 'tickets:use',
  tag: 'tickets',
  summary: 'Report a problem',
  body: z.strictObject({
    title: z
      .string({ error: fieldCode('fields.ticketTitleRequired') })
      .trim()
      .min(1, fieldCode('fields.ticketTitleRequired'))
      .max(200, fieldCode('fields.tooLong')),
    description: html.default(''),
    /** General unless it is given. */
    case: ticketCase.default({ type: 'general' }),
    /** What it is linked with from the beginning; 404 for what the caller may not see. */
    link: z.strictObject({ kind: z.enum(ticketLinkKinds), ref: z.string().min(1).max(60) }).optional(),
    reporterId: z.unknown().optional(),
    integrationId: recordId.nullish(),
    /** Sets integration and game too. */
    sessionId: sessionId.nullish(),
    gameId: recordId.nullish(),
  }),
  response: ticket,
  failures: [404],
});

/** Takes a ticket out of the lists of both sides, from where it can be restored. 409 for a closed one. */
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

/** Images, videos, PDF and ZIP, recognised by their content; with answerId a file of that answer, which is the caller's. */
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

/** The ticket takes the answer's status. 409 for a closed ticket. */
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
    description: html.min(1, fieldCode('fields.ticketDescriptionRequired')),
    responderId: z.unknown().optional(),
    /** For whom the ticket then waits; the other side without it. */
    waitsFor: z.enum(ticketSides).optional(),
  }),
  response: answer,
  failures: [404, 409],
});

export const ticketEndpoints = [
  listTickets,
  getTicket,
  createTicket,
  deleteTicket,
  restoreTicket,
  uploadTicketMedia,
  createAnswer,
] as const;
