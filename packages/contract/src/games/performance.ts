import { z } from 'zod';
import { costlyReadsPerMinute, coverage, instant, queryId, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { bucket, grandTotals } from '../statistics/schema.ts';
import { comparedMetrics, performanceGrains, performanceMetrics } from './performance-names.ts';
import { gameTypes } from './schema.ts';

const values = z.array(z.number().nullable());
/** What the role may not see is absent. */
const valuesByMetric = z.partialRecord(z.enum(performanceMetrics), values);
const comparedValues = z.partialRecord(z.enum(comparedMetrics), values);

export const performanceSeries = z
  .strictObject({ integrationId: recordId, name: z.string(), values: valuesByMetric, totals: grandTotals })
  .meta({ id: 'PerformanceSeries' });
export type PerformanceSeries = z.infer<typeof performanceSeries>;

/**
 * The game beside other released games at the same age. Every list runs over `weeks`, numbered from 1; a week of another game
 * counts where all of it is over, and the session store has its days.
 */
export const gameComparison = z
  .strictObject({
    rule: z.enum(['sameType', 'allGames']),
    type: z.enum(gameTypes),
    /** Other games that at least one week has. */
    games: z.int().nonnegative(),
    weeks: z.array(bucket.extend({ week: z.int().positive(), games: z.int().nonnegative() })),
    own: comparedValues,
    /** Null where a week has too few games. */
    median: comparedValues,
    low: comparedValues,
    high: comparedValues,
  })
  .meta({ id: 'GameComparison' });
export type GameComparison = z.infer<typeof gameComparison>;

const change = {
  id: z.string(),
  at: instant,
  /** Who did it: only for those who may read the log, and null where no person did. */
  who: z.string().nullable().optional(),
};
const euro = z.number().nullable();

/** What happened to the game and may show in its figures. */
export const gameEvent = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...change, kind: z.literal('release') }),
    z.strictObject({ ...change, kind: z.literal('state'), isDev: z.boolean() }),
    z.strictObject({ ...change, kind: z.enum(['minBet', 'maxBet']), old: euro, new: euro }),
    /** The bets that an operator offers. */
    z.strictObject({
      ...change,
      kind: z.literal('bets'),
      integration: z.string(),
      operator: z.string(),
      old: z.array(z.number()),
      new: z.array(z.number()),
    }),
    /** A variant of the game's maths, on the day since which it is in force. For the provider only. */
    z.strictObject({
      ...change,
      kind: z.literal('rtp'),
      old: z.number().nullable(),
      new: z.number().nullable(),
    }),
    /** It is announced with its beginning: its end is not known. */
    z.strictObject({
      ...change,
      kind: z.literal('maintenance'),
      description: z.string(),
      severity: z.int(),
      integrations: z.array(z.string()),
    }),
  ])
  .meta({ id: 'GameEvent' });
export type GameEvent = z.infer<typeof gameEvent>;

export const gamePerformance = z
  .strictObject({
    gameId: recordId,
    /** Null where no release is on record; it may lie ahead. */
    releasedOn: z.iso.date().nullable(),
    isDev: z.boolean(),
    /** First day with sessions of anyone whose sessions the person may see; null without any. */
    recordedSince: z.iso.date().nullable(),
    /** The days that the figures cover, both included; null where there is none: not released, or no sessions on record. */
    period: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    grain: z.enum(performanceGrains),
    buckets: z.array(bucket),
    values: valuesByMetric,
    totals: grandTotals,
    /** The greatest bet first. */
    integrations: z.array(performanceSeries),
    /** Null without a release on record or without a period. */
    comparison: gameComparison.nullable(),
    /** The latest first. */
    events: z.array(gameEvent),
    coverage,
  })
  .meta({ id: 'GamePerformance' });
export type GamePerformance = z.infer<typeof gamePerformance>;

/**
 * Real sessions of a game since its release, for whoever may see figures: people of an integration get their own. Without `grain` it
 * follows from how long the game has been out.
 */
export const getGamePerformance = endpoint({
  id: 'getGamePerformance',
  method: 'GET',
  path: '/games/:id/performance',
  access: 'statistics:read',
  tag: 'games',
  summary: 'Figures of a game since its release, beside other games of the same age',
  params: z.strictObject({ id: queryId }),
  query: z.strictObject({ grain: z.enum(performanceGrains).optional() }),
  response: gamePerformance,
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

export const performanceEndpoints = [getGamePerformance] as const;
