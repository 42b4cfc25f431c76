import { z } from 'zod';
import { instant, integerText, pageOf, queryInteger } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { message } from '../messages/schema.ts';

/** The areas of the log with their ids. The ids are stored: never reuse one. */
export const logTypes = {
  maintenances: 1,
  games: 2,
  integrations: 3,
  bets: 4,
  users: 5,
  mailingList: 6,
  tickets: 7,
  signIns: 8,
  exports: 9,
  sessions: 10,
  periods: 12,
  alerts: 14,
  statements: 15,
  apiTokens: 20,
  outages: 19,
  viewAs: 27,
  webhooks: 28,
  approvals: 22,
} as const;
export type LogType = keyof typeof logTypes;
export const logTypeNames = Object.keys(logTypes) as LogType[];

const logId = z.int().positive();

/** Old and new value of one field. */
export const logUpdate = z.strictObject({ old: z.unknown(), new: z.unknown() });

/** One entry. `user` is null where no user made the change. */
export const log = z
  .strictObject({
    id: logId,
    logType: z.strictObject({ id: z.int(), name: z.string() }),
    /** A verb in kebab-case, such as create, update, delete, update-bets. */
    action: z.string(),
    /** One sentence in English; `detail` is the same for a reader of any language, where it has a code. */
    description: z.string(),
    detail: message.optional(),
    user: z.strictObject({ id: z.string(), username: z.string() }).nullable(),
    createdAt: instant,
    /** Old and new value by field; for bets `oldBets` and `newBets`, lists of cents. */
    updates: z.record(z.string(), z.unknown()),
    relatedId: z.string().nullable(),
    /** The object cannot be opened any more. Only games, integrations, tickets and users are looked up. */
    isGone: z.boolean(),
    /** The integration of changed bets or of a viewing, while it is there. */
    integrationId: z.int().nullable(),
    /** The request for a game that the entry is about. */
    requestId: z.int().nullable(),
    /** What is known of the object beside its id; `exists`: whether it can still be opened. */
    relatedObject: z.looseObject({ exists: z.boolean() }),
  })
  .meta({ id: 'Log' });
export type Log = z.infer<typeof log>;

/** The rows of the list: what changed is read with one entry. */
export const logRow = log.omit({ updates: true, relatedObject: true }).meta({ id: 'LogRow' });
export type LogRow = z.infer<typeof logRow>;

/** Rows of a page without `limit`. */
export const defaultLogsLimit = 17;

/** Newest first. `search` finds by game slug, integration name or username. */
export const listLogs = endpoint({
  id: 'listLogs',
  method: 'GET',
  path: '/logs',
  access: 'logs:read',
  tag: 'logs',
  summary: 'Who changed what',
  query: z.strictObject({
    limit: queryInteger(1, 200).default(defaultLogsLimit),
    page: queryInteger(1, 1_000_000).default(1),
    search: z.string().trim().max(120).optional(),
    typeId: integerText(1, Math.max(...Object.values(logTypes)))
      .pipe(z.literal(Object.values(logTypes)))
      .optional(),
    userId: z.string().max(120).optional(),
  }),
  response: pageOf(logRow),
});

export const getLog = endpoint({
  id: 'getLog',
  method: 'GET',
  path: '/logs/:id',
  access: 'logs:read',
  tag: 'logs',
  summary: 'One entry of the log',
  params: z.strictObject({ id: integerText(1, Number.MAX_SAFE_INTEGER).pipe(logId) }),
  response: log,
  failures: [404],
});

export const logEndpoints = [listLogs, getLog] as const;
