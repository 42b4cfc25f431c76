import { z } from 'zod';
import {
  costlyReadsPerMinute,
  instantOrDay,
  jobReference,
  pageOf,
  queryId,
  queryInteger,
  rowsOf,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { grandTotals } from '../statistics/schema.ts';
import {
  fetchQuery,
  quarantineQuery,
  rangeMailQuery,
  sessionFilter,
  sessionPageQuery,
  sessionSearchQuery,
} from './filter.ts';
import {
  changedSession,
  platformState,
  quarantineCount,
  quarantinedRow,
  refreshedSession,
  session,
  sessionId,
  sessionRow,
} from './schema.ts';

const idParams = z.strictObject({ id: sessionId });

/** Sessions that match a filter. With `nonZeroRounds`, `withoutRounds` is how many more there are without rounds. */
const sessionCount = z.strictObject({
  count: z.int().nonnegative(),
  withoutRounds: z.int().nonnegative().optional(),
});

/** Rows of one page and the count of all, unless `counted` is false; 500 rows at most, 500 when no limit is sent. */
export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/bookkeeping/sessions/range',
  access: 'sessions:read',
  tag: 'sessions',
  summary: 'Sessions created in a period',
  description:
    'Comes in pages: 500 rows at most, and 500 unless `limit` says less; `count` is how many there are, and `hasMore` whether a next page has any (a full page without a count, or after `nextItem`, may be the last one: then the next one is empty). Whoever wants all of them reads `GET /api/bookkeeping/sessions/changes`, which goes on with a cursor.',
  query: sessionPageQuery,
  response: rowsOf(sessionRow).extend({ ...sessionCount.partial().shape, hasMore: z.boolean() }),
  perMinute: costlyReadsPerMinute,
});

/** Only the count of the list's sessions: a list whose filter has ranges shows its rows before it has counted. */
export const countSessions = endpoint({
  id: 'countSessions',
  method: 'GET',
  path: '/bookkeeping/sessions/count',
  access: 'sessions:read',
  tag: 'sessions',
  summary: 'Number of sessions created in a period',
  query: sessionFilter,
  response: sessionCount,
  perMinute: costlyReadsPerMinute,
});

/** What all sessions of the list add up to, and those of each type: amounts of play money are no euro. */
export const sumSessions = endpoint({
  id: 'sumSessions',
  method: 'GET',
  path: '/bookkeeping/sessions/totals',
  access: 'sessions:read',
  tag: 'sessions',
  summary: 'Totals of the sessions created in a period',
  query: sessionFilter,
  response: z.strictObject({
    grandTotals,
    byType: z.strictObject({ real: grandTotals, fun: grandTotals }),
  }),
  perMinute: costlyReadsPerMinute,
});

/** Most sessions of one reply. */
export const mostChangedSessions = 5_000;

/**
 * Every session of one integration, for programs that keep a copy. A session that changes later comes again, in the same shape: keep
 * the last one of each `id`. Sessions are never deleted.
 */
export const listSessionChanges = endpoint({
  id: 'listSessionChanges',
  method: 'GET',
  path: '/bookkeeping/sessions/changes',
  access: 'sessions:read',
  tag: 'sessions',
  summary: 'Sessions in the order in which they were stored, by cursor',
  description:
    'Without a cursor it begins with the first session, or with `from`: then earlier sessions never come, and each cursor keeps the day, so that `from` is sent with the first call only. Send the cursor of each reply with the next call, also when `hasMore` is false: then nothing is left for now. A cursor is valid for ever and names no rows, so that a call can be repeated. 409 when the session store was restored from a backup: begin again without a cursor. Staff of the provider name an integration.',
  query: z.strictObject({
    cursor: z.string().min(1).max(200).optional(),
    /** Only sessions that were created at this instant or later; a plain day begins at midnight in Rome. Without a cursor only. */
    from: instantOrDay.optional(),
    limit: queryInteger(1, mostChangedSessions).optional(),
    /** Required for staff of the provider; people of an integration read their own. */
    integrationId: queryId.optional(),
  }),
  response: rowsOf(changedSession).extend({ cursor: z.string(), hasMore: z.boolean() }),
  failures: [404, 409],
  perMinute: 120,
});

/** Mails the filtered list, all pages, as CSV. */
export const mailSessions = endpoint({
  id: 'mailSessions',
  method: 'GET',
  acts: true,
  path: '/range-mail',
  access: 'sessions:email',
  tag: 'sessions',
  summary: 'Send the sessions list as CSV by email',
  query: rangeMailQuery,
  response: jobReference,
  perMinute: 20,
});

/** By ticket id, external session id, platform session id or hub id, or by user id, in pages; newest update first. */
export const searchSessions = endpoint({
  id: 'searchSessions',
  method: 'GET',
  path: '/bookkeeping/session/search',
  access: 'sessions:read',
  tag: 'sessions',
  summary: 'Find sessions by any of their ids or by user id',
  query: sessionSearchQuery,
  response: z.array(sessionRow),
  perMinute: costlyReadsPerMinute,
});

export const getSession = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/bookkeeping/session/:id',
  access: 'sessions:read',
  tag: 'sessions',
  summary: 'One session',
  params: idParams,
  response: session,
  failures: [404],
});

/** Reads the session from the platform, stores and returns it. */
export const refreshSession = endpoint({
  id: 'refreshSession',
  method: 'GET',
  acts: true,
  path: '/bookkeeping/sessions/update/:id',
  access: 'sessions:refresh',
  tag: 'sessions',
  summary: 'Refresh one session from its platform',
  params: idParams,
  response: refreshedSession,
  failures: [404, 502],
  perMinute: 120,
});

/** Asks the platform for its figures of a session and stores nothing. */
export const compareSession = endpoint({
  id: 'compareSession',
  method: 'GET',
  path: '/bookkeeping/session/:id/platform',
  access: 'sessions:refresh',
  tokens: false,
  tag: 'sessions',
  summary: 'Compare one session with its platform',
  params: idParams,
  response: platformState,
  failures: [404, 502],
  perMinute: 120,
});

/** 409 unless the session is open and its last update is older than ten minutes. */
export const closeSession = endpoint({
  id: 'closeSession',
  method: 'POST',
  path: '/bookkeeping/session/:id/close',
  access: 'sessions:close',
  tag: 'sessions',
  summary: 'Close an open session at its platform',
  params: idParams,
  response: session,
  failures: [404, 409, 502],
});

/** The address of the transactions feed of a session, by the hub's id or the platform's. */
export const getFeed = endpoint({
  id: 'getFeed',
  method: 'GET',
  path: '/transactions/feed/:sessionId',
  access: 'sessions:read',
  tag: 'sessions',
  summary: 'Address of the transactions feed of a session',
  params: z.strictObject({ sessionId: z.string().min(1).max(120) }),
  query: z.strictObject({ link: z.enum(['true', '1']).optional() }),
  response: z.strictObject({ url: z.url() }),
  failures: [404, 502],
});

/** Queues a fetch; more than 31 Rome days are refused with 422. */
export const fetchSessions = endpoint({
  id: 'fetchSessions',
  method: 'GET',
  acts: true,
  path: '/bookkeeping/sessions/fetch',
  access: 'sessions:fetch',
  tag: 'sessions',
  summary: 'Fetch sessions from the platforms',
  query: fetchQuery,
  response: jobReference,
  perMinute: 30,
});

/** Quarantined rows, newest first, with the reason. */
export const listQuarantinedRows = endpoint({
  id: 'listQuarantinedRows',
  method: 'GET',
  path: '/bookkeeping/sessions/quarantine',
  access: 'sessions:fetch',
  tag: 'sessions',
  summary: 'Quarantined rows of platforms, with the reason',
  query: quarantineQuery,
  response: pageOf(quarantinedRow),
});

/** Integrations without quarantined rows are left out. */
export const countQuarantinedRows = endpoint({
  id: 'countQuarantinedRows',
  method: 'GET',
  path: '/bookkeeping/sessions/quarantine/counts',
  access: 'sessions:fetch',
  tag: 'sessions',
  summary: 'Number of quarantined rows of each integration',
  response: z.array(quarantineCount),
});

export const sessionEndpoints = [
  countSessions,
  sumSessions,
  listSessionChanges,
  listSessions,
  mailSessions,
  searchSessions,
  getSession,
  refreshSession,
  compareSession,
  closeSession,
  getFeed,
  fetchSessions,
  listQuarantinedRows,
  countQuarantinedRows,
] as const;
