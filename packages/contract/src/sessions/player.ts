import { z } from 'zod';
import { costlyReadsPerMinute, instant, queryId, querySessionTypeId, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { gameSummary } from '../games/schema.ts';
import { grandTotals } from '../statistics/schema.ts';
import { sessionId } from './schema.ts';

/** Totals of sessions of one player, whose number is no figure. What the role may not see is absent. */
export const playerTotals = grandTotals.omit({ usersCount: true }).meta({ id: 'PlayerTotals' });
export type PlayerTotals = z.infer<typeof playerTotals>;

const sessionMark = z.strictObject({ id: sessionId, createdAt: instant });

/** What one user id of one integration has played, of all time. */
export const player = z
  .strictObject({
    integration: z.strictObject({ id: recordId, name: z.string() }),
    userId: z.string(),
    totals: playerTotals,
    /** By creation; null where the player has no session of the type. */
    firstSession: sessionMark.nullable(),
    lastSession: sessionMark.nullable(),
    /** Every month of Rome from the first session to the last one, those without sessions too. */
    months: z.array(z.strictObject({ month: z.string(), totals: playerTotals })),
    /** The greatest bet first. */
    games: z.array(z.strictObject({ game: gameSummary, totals: playerTotals })),
    /** How far the integration has been fetched; null before the first fetch. */
    asOf: instant.nullable(),
  })
  .meta({ id: 'Player' });
export type Player = z.infer<typeof player>;

/** Without `sessionTypeId` real and fun sessions together. A player of another integration is not found. */
export const getPlayer = endpoint({
  id: 'getPlayer',
  method: 'GET',
  path: '/bookkeeping/players/:integrationId/:userId',
  access: 'sessions:read',
  tag: 'sessions',
  summary: 'Totals of one player by month and by game',
  params: z.strictObject({ integrationId: queryId, userId: z.string().trim().min(1).max(120) }),
  query: z.strictObject({ sessionTypeId: querySessionTypeId }),
  response: player,
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

export const playerEndpoints = [getPlayer] as const;
