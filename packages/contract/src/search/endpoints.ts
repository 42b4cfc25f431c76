import { z } from 'zod';
import { costlyReadsPerMinute, instant, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { sessionRow } from '../sessions/schema.ts';
import { ticketStatus } from '../tickets/endpoints.ts';

/** A search shows this many rows of each kind, and says whether there are more. */
export const foundPerGroup = 5;
export const longestSearch = 120;

function foundOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ rows: z.array(row), hasMore: z.boolean() });
}

const named = z.strictObject({ id: recordId, name: z.string() });

export const foundTicket = z
  .strictObject({
    id: rowId,
    title: z.string(),
    status: ticketStatus,
    integration: named.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'FoundTicket' });
export type FoundTicket = z.infer<typeof foundTicket>;

export const foundOperator = z
  .strictObject({ id: recordId, name: z.string(), code: z.string(), integration: named })
  .meta({ id: 'FoundOperator' });
export type FoundOperator = z.infer<typeof foundOperator>;

export const foundPerson = z
  .strictObject({
    /** The hub's record; `userId` is the person's id at the identity provider, null without an account. */
    id: rowId,
    userId: z.string().nullable(),
    username: z.string(),
    email: z.string().nullable(),
    role: z.enum(roles).nullable(),
    integration: z.string().nullable(),
  })
  .meta({ id: 'FoundPerson' });
export type FoundPerson = z.infer<typeof foundPerson>;

export const searchResults = z
  .strictObject({
    /** Sessions that have the text as one of their ids. */
    sessions: foundOf(sessionRow),
    /** Sessions of the player whose user id the text is, newest update first. */
    userSessions: foundOf(sessionRow),
    tickets: foundOf(foundTicket),
    integrations: foundOf(named),
    operators: foundOf(foundOperator),
    people: foundOf(foundPerson),
  })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof searchResults>;

/**
 * Ids of sessions and players match whole; tickets by id, by the ids of their session and by title; the others by their names.
 * A kind that the caller may not read is empty.
 */
export const searchHub = endpoint({
  id: 'searchHub',
  method: 'GET',
  path: '/search',
  access: 'signed-in',
  tag: 'search',
  summary: 'Find sessions, tickets, integrations, operators and people',
  query: z.strictObject({ q: z.string().trim().min(1).max(longestSearch) }),
  response: searchResults,
  perMinute: costlyReadsPerMinute,
});

export const searchEndpoints = [searchHub] as const;
