import { z } from 'zod';
import {
  costlyReadsPerMinute,
  instant,
  jobReference,
  queryIds,
  queryInteger,
  queryList,
  recordId,
  sessionTypeId,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { gameSummary } from '../games/schema.ts';
import { jobStates } from '../jobs/schema.ts';
import { message } from '../messages/schema.ts';
import {
  mostOpenSessions,
  type OpenAge,
  openAges,
  openSortFields,
  sessionRunActions,
  sessionRunOutcomes,
} from './open-ages.ts';
import { sessionId, sessionRow } from './schema.ts';

export const openAge = z.enum(openAges as [OpenAge, ...OpenAge[]]);

const typeOfQuery = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? Number(value) : value),
  sessionTypeId.optional(),
) as z.ZodType<1 | 4 | undefined, 1 | 4 | string | undefined>;

/** Open sessions of each integration by age: how many, and the bet that stands in them, in euro. */
export const countOpenSessions = endpoint({
  id: 'countOpenSessions',
  method: 'GET',
  path: '/bookkeeping/sessions/open/counts',
  access: 'sessions:refresh',
  tag: 'sessions',
  summary: 'Open sessions by integration and age',
  query: z.strictObject({
    /** 1 real, 4 fun, absent both. */
    sessionTypeId: typeOfQuery.optional(),
  }),
  response: z.strictObject({
    /** The ages are those of this instant. */
    at: instant,
    /** Integrations with open sessions, by name; cells without any are left out. */
    rows: z.array(
      z.strictObject({
        integration: z.strictObject({ id: recordId, name: z.string() }),
        cells: z.array(z.strictObject({ age: openAge, count: z.int().positive(), bet: z.number() })),
      }),
    ),
  }),
  perMinute: costlyReadsPerMinute,
});

/** Open sessions, oldest first unless ordered otherwise; ties in the order of ids. */
export const listOpenSessions = endpoint({
  id: 'listOpenSessions',
  method: 'GET',
  path: '/bookkeeping/sessions/open',
  access: 'sessions:refresh',
  tag: 'sessions',
  summary: 'Open sessions by age',
  query: z.strictObject({
    sessionTypeId: typeOfQuery.optional(),
    integrationId: queryIds,
    /** None sent: all. */
    ages: queryList(openAge, openAges.length),
    sort: z.enum(openSortFields).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    page: queryInteger(1, 1_000_000).optional(),
    limit: queryInteger(1, mostOpenSessions).optional(),
  }),
  response: z.strictObject({
    at: instant,
    rows: z.array(sessionRow),
    count: z.int().nonnegative(),
  }),
  perMinute: costlyReadsPerMinute,
});

/** Any sessions of the caller's integrations. */
const chosenSessions = z.strictObject({ ids: z.array(sessionId).min(1).max(mostOpenSessions) });

/** Queues one job that reads each session from its platform. 404 when one of them does not exist for the caller. */
export const refreshOpenSessions = endpoint({
  id: 'refreshOpenSessions',
  method: 'POST',
  path: '/bookkeeping/sessions/open/refresh',
  access: 'sessions:refresh',
  tag: 'sessions',
  summary: 'Refresh many sessions from their platforms',
  body: chosenSessions,
  response: jobReference,
  failures: [404],
  perMinute: 30,
});

/** Queues one job that closes each session by the rules of a single close. 404 when one of them does not exist for the caller. */
export const closeOpenSessions = endpoint({
  id: 'closeOpenSessions',
  method: 'POST',
  path: '/bookkeeping/sessions/open/close',
  access: 'sessions:close',
  tag: 'sessions',
  summary: 'Close many open sessions at their platforms',
  body: chosenSessions,
  response: jobReference,
  failures: [404],
  perMinute: 30,
});

export const sessionRun = z
  .strictObject({
    jobId: z.uuid(),
    action: z.enum(sessionRunActions),
    state: z.enum(jobStates),
    username: z.string(),
    requestedAt: instant,
    finishedAt: instant.nullable(),
    rows: z.array(
      z.strictObject({
        id: sessionId,
        sessionId: z.string(),
        integration: z.strictObject({ id: recordId, name: z.string() }),
        game: gameSummary,
        outcome: z.enum(sessionRunOutcomes).nullable(),
        /** Why it was refused or failed, in English; null for the others. */
        reason: z.string().nullable(),
        reasonDetail: message.optional(),
      }),
    ),
  })
  .meta({ id: 'SessionRun' });
export type SessionRun = z.infer<typeof sessionRun>;

/** The caller's own, or anyone's for those who manage jobs; 404 for others. */
export const getSessionRun = endpoint({
  id: 'getSessionRun',
  method: 'GET',
  path: '/bookkeeping/sessions/open/jobs/:id',
  access: 'sessions:refresh',
  tokens: false,
  tag: 'sessions',
  summary: 'What a job has done to each of its sessions',
  params: z.strictObject({ id: z.uuid() }),
  response: sessionRun,
  failures: [404],
});

export const openSessionEndpoints = [
  countOpenSessions,
  listOpenSessions,
  refreshOpenSessions,
  closeOpenSessions,
  getSessionRun,
] as const;
