import { z } from 'zod';
import { instant, recordId, sessionTypeId } from '../common.ts';
import { gameSummary } from '../games/schema.ts';
import { integrationGame, operator, platform } from '../integrations/schema.ts';
import { message } from '../messages/schema.ts';

export const sessionId = z.uuid();

/**
 * A session as lists show it. Amounts are euro with two decimals; `due` is absent where the caller's role may
 * not see it. `id` is the hub's, `sessionId` the platform's; the two Italian ids are null for GAI-INTERNATIONAL.
 */
export const sessionRow = z
  .strictObject({
    id: sessionId,
    sessionId: z.string(),
    aamsSessionId: z.string().nullable(),
    aamsTicketId: z.string().nullable(),
    userId: z.string(),
    integration: z.strictObject({ id: recordId, name: z.string() }),
    operator: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    operatorId: recordId.nullable(),
    game: gameSummary,
    isOpen: z.boolean(),
    bet: z.number(),
    win: z.number(),
    grossWin: z.number(),
    netWin: z.number(),
    due: z.number().optional(),
    currentRound: z.int().nonnegative(),
    isMobile: z.boolean(),
    sessionTypeId,
    /** When the session was created at the platform: the hour its figures belong to. */
    createdAt: instant,
    /** When the session last changed at the platform. */
    sessionUpdatedAt: instant,
    externalUpdatedAt: instant,
    /** When the hub last stored it. */
    updatedAt: instant,
  })
  .meta({ id: 'SessionRow' });
export type SessionRow = z.infer<typeof sessionRow>;

/**
 * A session for programs that keep a copy: without the pictures of its game, whose addresses change while nothing of the session does.
 */
export const changedSession = z
  .strictObject({ ...sessionRow.shape, game: gameSummary.omit({ game_media: true }) })
  .meta({ id: 'ChangedSession' });
export type ChangedSession = z.infer<typeof changedSession>;

/** One session for its details; `can` has the actions that this caller may take now. */
export const session = z
  .strictObject({
    ...sessionRow.shape,
    integration: z.strictObject({
      id: recordId,
      name: z.string(),
      gamingServiceUrl: z.string(),
      dataServiceURL: z.string(),
      operators: z.array(operator),
      games: z.array(integrationGame),
      platforms: z.array(platform),
    }),
    can: z.strictObject({ refresh: z.boolean(), close: z.boolean(), report: z.boolean() }),
    /** Why close is not offered though the role may: open sessions updated within ten minutes. */
    closeRefusal: z.enum(['closed', 'recent']).nullable(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

/** The refreshed session as the platform's spelling has it: grosswin and netwin in lowercase. */
export const refreshedSession = z
  .strictObject({
    ...session.omit({ grossWin: true, netWin: true }).shape,
    grosswin: z.number(),
    netwin: z.number(),
  })
  .meta({ id: 'RefreshedSession' });
export type RefreshedSession = z.infer<typeof refreshedSession>;

/** The figures of a session as its platform has them now, and whether the hub has others. */
export const platformState = z
  .strictObject({
    differs: z.boolean(),
    isOpen: z.boolean(),
    bet: z.number(),
    win: z.number(),
    currentRound: z.int().nonnegative(),
    externalUpdatedAt: instant,
  })
  .meta({ id: 'PlatformState' });
export type PlatformState = z.infer<typeof platformState>;

/**
 * A row of a platform that was not stored as a session, with the reason: in English, and for a reader of any language.
 */
export const quarantinedRow = z
  .strictObject({
    id: z.string(),
    integrationId: recordId,
    integrationName: z.string(),
    /** The fetch that received it last; `import` for a file, `single session` for a call about one session. */
    jobId: z.string(),
    firstReceivedAt: instant,
    receivedAt: instant,
    /** How often the same row was received. */
    times: z.int().positive(),
    sessionId: z.string().nullable(),
    reason: z.string(),
    reasonDetail: message,
    /** The row as received, truncated to 4,000 characters. */
    row: z.string(),
  })
  .meta({ id: 'QuarantinedRow' });
export type QuarantinedRow = z.infer<typeof quarantinedRow>;

/** The quarantined rows of one integration. */
export const quarantineCount = z
  .strictObject({
    integrationId: recordId,
    integrationName: z.string(),
    count: z.int().positive(),
    latestReceivedAt: instant,
  })
  .meta({ id: 'QuarantineCount' });
export type QuarantineCount = z.infer<typeof quarantineCount>;
