import { z } from 'zod';
import { DEFAULT_SESSIONS_PER_PAGE, MAX_SESSIONS_PER_PAGE } from './constants.ts';

/** ISO 8601 in UTC with exactly three decimals, such as `2026-03-29T00:59:59.999Z`. Sorts as text. */
export const platformInstantSchema = z.iso.datetime({ precision: 3 });

/** A calendar day in Europe/Rome, `YYYY-MM-DD`. */
export const platformDaySchema = z.iso.date();

const platformId = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/, '1 to 64 printable ASCII characters without spaces');
/** Id of a session at its platform: 1 to 64 printable ASCII characters, unique there for ever. */
export const platformSessionIdSchema = platformId;
/** Id of a player at the platform. */
export const platformPlayerIdSchema = platformId;
/** Code of an operator, as the platform writes it. */
export const operatorCodeSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/);
/** Slug of a game, as the provider writes it. */
export const gameSlugSchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/);

const cents = z.int();
const nonNegativeCents = z.int().min(0);
const count = z.int().min(0).max(4_294_967_295);

/**
 * One game session in its latest state. Amounts are integer cents of euro and hold what the session has so far; grossWin
 * is not sent, it is bet - win. Operator, game, player, session type and creation time of a sessionId never change;
 * updatedAt grows with each change.
 */
export const platformSessionSchema = z
  .strictObject({
    sessionId: platformSessionIdSchema,
    externalSessionId: platformId
      .nullable()
      .describe('Italian session id; null at GAI-INTERNATIONAL platforms'),
    externalTicketId: platformId
      .nullable()
      .describe('Italian ticket id; null at GAI-INTERNATIONAL platforms'),
    userId: platformPlayerIdSchema,
    operatorCode: operatorCodeSchema,
    gameSlug: gameSlugSchema,
    sessionType: z.union([z.literal(1), z.literal(4)]).describe('1 real money, 4 fun money'),
    isOpen: z.boolean(),
    bet: nonNegativeCents,
    win: nonNegativeCents,
    netWin: cents.describe('gross win (bet - win) after tax, as the platform booked it'),
    due: cents.describe('what the platform owes the provider for the session'),
    rounds: count,
    isMobile: z.boolean(),
    createdAt: platformInstantSchema,
    updatedAt: platformInstantSchema.describe('time of the latest change; never before createdAt'),
    closedAt: platformInstantSchema.nullable().optional(),
  })
  .meta({ id: 'Session' });
export type PlatformSession = z.infer<typeof platformSessionSchema>;

/** Opaque place in the feed, 1 to 512 characters. It stays valid across restarts of the platform. */
export const feedCursorSchema = z.string().min(1).max(512);

/** Last line of every page of the session feed. A page without it was cut on the way and is asked for again. */
export const sessionFeedTrailerSchema = z
  .strictObject({
    trailer: z.strictObject({
      nextCursor: feedCursorSchema.nullable().describe('null when the period holds no more sessions'),
      count: z.int().min(0).max(MAX_SESSIONS_PER_PAGE).describe('number of session lines in this page'),
    }),
  })
  .meta({ id: 'SessionFeedTrailer' });
export type SessionFeedTrailer = z.infer<typeof sessionFeedTrailerSchema>;

/** Query of the session feed. The period is half-open: changedFrom <= updatedAt < changedTo. */
export const sessionFeedQuerySchema = z.strictObject({
  changedFrom: platformInstantSchema,
  changedTo: platformInstantSchema,
  cursor: feedCursorSchema.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_SESSIONS_PER_PAGE).default(DEFAULT_SESSIONS_PER_PAGE),
});
export type SessionFeedQuery = z.infer<typeof sessionFeedQuerySchema>;

/** Query of the totals: Rome days, both included, at most 400 of them. */
export const totalsQuerySchema = z.strictObject({ from: platformDaySchema, to: platformDaySchema });
export type TotalsQuery = z.infer<typeof totalsQuerySchema>;

/** Sums over the sessions created on one Rome day, of one type. Amounts in integer cents. */
export const platformTotalSchema = z
  .strictObject({
    day: platformDaySchema,
    sessionType: z.union([z.literal(1), z.literal(4)]),
    sessions: z.int().min(0),
    open: z.int().min(0),
    bet: cents,
    win: cents,
    netWin: cents,
    due: cents,
    rounds: z.int().min(0),
  })
  .meta({ id: 'DayTotal' });
export type PlatformTotal = z.infer<typeof platformTotalSchema>;

/** Response of the totals: days without a session are left out, the rest is ordered by day, then type. */
export const platformTotalsSchema = z.strictObject({
  asOf: platformInstantSchema.describe('the totals hold every change up to and including this moment'),
  totals: z.array(platformTotalSchema),
});
export type PlatformTotals = z.infer<typeof platformTotalsSchema>;

/** An operator; `platform` is the brand that groups it with others, null for one without. */
export const platformOperatorSchema = z
  .strictObject({
    code: operatorCodeSchema,
    name: z.string().min(1).max(100),
    platform: z.string().min(1).max(100).nullable(),
  })
  .meta({ id: 'Operator' });
export type PlatformOperator = z.infer<typeof platformOperatorSchema>;
export const platformOperatorsSchema = z.strictObject({ operators: z.array(platformOperatorSchema) });
export type PlatformOperators = z.infer<typeof platformOperatorsSchema>;

/** A game that players of the platform can open. */
export const platformGameSchema = z
  .strictObject({ slug: gameSlugSchema, activeSince: platformInstantSchema })
  .meta({ id: 'OfferedGame' });
export type PlatformGame = z.infer<typeof platformGameSchema>;
export const platformGamesSchema = z.strictObject({ games: z.array(platformGameSchema) });
export type PlatformGames = z.infer<typeof platformGamesSchema>;

/** A person of the platform's staff who works with the provider. */
export const platformUserSchema = z
  .strictObject({
    userId: platformId,
    username: z.string().min(1).max(100),
    email: z.email().max(200).nullable(),
  })
  .meta({ id: 'StaffUser' });
export type PlatformUser = z.infer<typeof platformUserSchema>;
export const platformUsersSchema = z.strictObject({ users: z.array(platformUserSchema) });
export type PlatformUsers = z.infer<typeof platformUsersSchema>;

const betList = z.array(z.int().min(1).max(100_000_000)).max(500);

/** Allowed bets of a game at an operator, in integer cents, ascending. Each bet is a multiple of minFactor. */
export const platformBetsSchema = z
  .strictObject({ bets: betList, minFactor: z.int().min(1), canChangeBets: z.boolean() })
  .meta({ id: 'Bets' });
export type PlatformBets = z.infer<typeof platformBetsSchema>;

/** The whole new list of bets, in integer cents, without duplicates. */
export const changeBetsSchema = z.strictObject({ bets: betList.min(1) }).meta({ id: 'ChangeBets' });
export type ChangeBets = z.infer<typeof changeBetsSchema>;

/** Address of the page that shows the rounds of a session, to be opened or framed; it may carry its own short-lived key. */
export const transactionsFeedLinkSchema = z
  .strictObject({ url: z.url() })
  .meta({ id: 'TransactionsFeedLink' });
export type TransactionsFeedLink = z.infer<typeof transactionsFeedLinkSchema>;
export const transactionsFeedQuerySchema = z.strictObject({ link: z.literal('true') });

/** Response of a healthy service. Only the status 200 counts; the body is for people. */
export const platformHealthSchema = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' });
export type PlatformHealth = z.infer<typeof platformHealthSchema>;

/** Notice of a maintenance at the provider. Sending the same id again replaces the earlier notice. */
export const maintenanceNoticeSchema = z
  .strictObject({
    id: platformId,
    description: z.string().min(1).max(255),
    severity: z.string().min(1).max(50),
    startsAt: platformInstantSchema,
  })
  .meta({ id: 'MaintenanceNotice' });
export type MaintenanceNotice = z.infer<typeof maintenanceNoticeSchema>;
export const maintenanceReceiptSchema = z.strictObject({ id: platformId, receivedAt: platformInstantSchema });
export type MaintenanceReceipt = z.infer<typeof maintenanceReceiptSchema>;

export const PLATFORM_ERROR_CODES = [
  'unauthorized',
  'not_found',
  'conflict',
  'invalid',
  'unavailable',
  'internal',
] as const;

/** Body of every response with a status of 400 and above. */
export const platformErrorSchema = z
  .strictObject({ code: z.enum(PLATFORM_ERROR_CODES), message: z.string().min(1) })
  .meta({ id: 'Error' });
export type OperatorApiError = z.infer<typeof platformErrorSchema>;
