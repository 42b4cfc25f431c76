import { z } from 'zod';
import { instant, recordId } from '../common.ts';
import { gameSummary } from '../games/schema.ts';
import { message } from '../messages/schema.ts';
import { periodActions, periodCheckIds, periodCheckResults, restatementReasons } from './names.ts';

/** A month of Rome's calendar, `2026-10`. */
export const monthKey = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

/** Longest reason that is kept. */
export const maxReason = 1000;
export const periodReason = z.string().trim().min(3).max(maxReason);

export const periodDecision = z.strictObject({
  kind: z.enum(['acknowledged', 'overridden']),
  reason: z.string().nullable(),
});

export const periodCheck = z
  .strictObject({
    id: z.enum(periodCheckIds),
    result: z.enum(periodCheckResults),
    /** What was found, in English. */
    text: z.string(),
    detail: message,
    /** Games and other things that it names. */
    items: z.array(z.strictObject({ gameId: recordId, name: z.string(), verdict: z.string() })),
    /** Of a closed month: what was decided about it. */
    decision: periodDecision.nullable(),
  })
  .meta({ id: 'PeriodCheck' });
export type PeriodCheck = z.infer<typeof periodCheck>;

/** Euro and counts of real sessions. Net win and due are left out for those who may not see them. */
export const periodAmounts = z
  .strictObject({
    bet: z.number(),
    win: z.number(),
    grosswin: z.number(),
    netwin: z.number().optional(),
    due: z.number().optional(),
    sessionsTotal: z.int(),
    sessionsOpen: z.int(),
    rounds: z.int(),
  })
  .meta({ id: 'PeriodAmounts' });
export type PeriodAmounts = z.infer<typeof periodAmounts>;

/** With distinct players, which do not add up. */
export const periodFigures = periodAmounts
  .extend({ usersCount: z.int().nonnegative() })
  .meta({ id: 'PeriodFigures' });
export type PeriodFigures = z.infer<typeof periodFigures>;

/** A figure as it was closed, as it is known today, and today minus closed. `closed` is null while the month is not closed. */
export const periodRow = z
  .strictObject({
    operator: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    game: gameSummary.pick({ id: true, name: true, sub_name: true, slug: true }).nullable(),
    closed: periodFigures.nullable(),
    today: periodFigures,
    difference: periodAmounts.nullable(),
  })
  .meta({ id: 'PeriodRow' });
export type PeriodRow = z.infer<typeof periodRow>;

/** By how much a session differs from what was known of it before. */
export const restatement = z
  .strictObject({
    id: z.string(),
    /** The hub's id and the platform's. */
    sessionId: z.uuid(),
    platformSessionId: z.string(),
    operator: z.strictObject({ id: recordId, name: z.string() }),
    game: z.strictObject({ id: recordId, name: z.string(), sub_name: z.string().nullable() }),
    reason: z.enum(restatementReasons),
    amounts: periodAmounts,
    /** At the platform. */
    changedAt: instant,
    fetchedAt: instant,
    recordedAt: instant,
    /** The month in which it arrived. */
    recordedMonth: monthKey,
  })
  .meta({ id: 'Restatement' });
export type Restatement = z.infer<typeof restatement>;

export const periodEvent = z.strictObject({
  action: z.enum(periodActions),
  username: z.string(),
  at: instant,
  reason: z.string().nullable(),
  /** How many sessions a restatement has. */
  lines: z.int().nullable(),
});
export type PeriodEvent = z.infer<typeof periodEvent>;
