import { z } from 'zod';
import {
  costlyReadsPerMinute,
  coverage,
  instant,
  instantOrDay,
  queryBoolean,
  queryIds,
  queryInteger,
  querySessionTypeId,
  recordId,
  timeZone,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { metricByName, metricIds } from '../metrics.ts';

/** What is ranked, from the largest part to the smallest. */
export const rankingDimensions = ['integration', 'operator', 'game', 'player'] as const;
export type RankingDimension = (typeof rankingDimensions)[number];

/** The greatest value first, or the greatest contribution to the change, whatever its sign. */
export const rankingOrders = ['value', 'change'] as const;
export type RankingOrder = (typeof rankingOrders)[number];

/** Players are read from the sessions themselves, which takes longer for each day. */
export const maxPlayerRankingDays = 31;
export const maxRankingRows = 100;

/** A metric by any of its spellings. */
const namedMetric = z.string().transform((name, context) => {
  const metric = metricByName(name);
  if (metric !== undefined) return metric;
  context.addIssue({
    code: 'custom',
    message: fieldCode('fields.unknownFigure'),
    params: { name: name.slice(0, 60) },
  });
  return z.NEVER;
});

/**
 * What is ranked by which metric. Without `beforeFrom` and `beforeTo` it is compared with the period before of the same kind: whole months
 * with as many months before them, days with as many days; as much of it as has passed, where the period still runs.
 */
export const rankingQuery = z.strictObject({
  by: z.enum(rankingDimensions),
  metric: namedMetric,
  order: z.enum(rankingOrders).optional(),
  limit: queryInteger(1, maxRankingRows).optional(),
  from: instantOrDay,
  to: instantOrDay,
  beforeFrom: instantOrDay.optional(),
  beforeTo: instantOrDay.optional(),
  sessionTypeId: querySessionTypeId,
  isOpen: queryBoolean.optional(),
  integrations: queryIds,
  operators: queryIds,
  games: queryIds,
  timeZone: timeZone.optional(),
});
export type RankingQuery = z.output<typeof rankingQuery>;

const figure = z.number().nullable();

/** A value beside the one of the period before; null where there is none, such as an RTP without bets. */
const compared = {
  value: figure,
  before: figure,
  change: figure,
  /**
   * What of the change comes from more or less bet, at the RTP before, and what from another RTP: together the change, to the cent. Of win
   * and gross win, where both periods have bets; null else. Those of the rows are not those of the total: parts with another RTP have
   * gained or lost weight in it.
   */
  parts: z.strictObject({ bet: z.number(), rtp: z.number() }).nullable(),
};

/**
 * Whether a row's own `parts.rtp` is more than chance makes, measured like that of the total. One in twenty rows is beyond its limit where
 * no game has changed.
 */
export const rowChance = z
  .strictObject({
    /** Two standard errors in euro. */
    limit: z.number().nonnegative(),
    isWithin: z.boolean(),
    isEstimated: z.boolean(),
  })
  .meta({ id: 'RowChance' });
export type RowChance = z.infer<typeof rowChance>;

/** One that is ranked: the ids that it has, and null for the others. */
export const rankedRow = z
  .strictObject({
    name: z.string(),
    integrationId: recordId.nullable(),
    /** Of operators and players. */
    integrationName: z.string().nullable(),
    operatorId: recordId.nullable(),
    gameId: recordId.nullable(),
    userId: z.string().nullable(),
    ...compared,
    /** Whether it had no session before the period began. */
    isNew: z.boolean(),
    /** Its part of the total, from 0 to 1; null for metrics that do not add up, and where the total is not above zero. */
    share: figure,
    /** Null without `parts`, of players, where `chance` of the ranking is null, and where the scatter of one of its games is not known. */
    chance: rowChance.nullable(),
  })
  .meta({ id: 'RankedRow' });
export type RankedRow = z.infer<typeof rankedRow>;

/** Why nothing is said of chance: a filter, a period or games of which the scatter of the sums is not known. */
export const chanceUnknownFor = ['filter', 'period', 'maths'] as const;
/** A longer period has more sessions than are read for a chart. */
export const maxChanceDays = 92;

/**
 * Whether the total's `parts.rtp` is more than chance makes, by the same measure as the RTP monitor: the standard deviations of the games and the
 * squared stakes of both periods. Either `limit` and `isWithin`, or `unknownFor`.
 */
export const rankingChance = z
  .strictObject({
    /** Two standard errors in euro: 95 of 100 such parts are smaller where no game has changed. */
    limit: z.number().nonnegative().nullable(),
    isWithin: z.boolean().nullable(),
    /** The standard deviation of a game is estimated from its sessions. */
    isEstimated: z.boolean(),
    unknownFor: z.enum(chanceUnknownFor).nullable(),
  })
  .meta({ id: 'RankingChance' });
export type RankingChance = z.infer<typeof rankingChance>;

/**
 * `rows`, `others` and `total` are of the same sessions: for a metric that adds up, rows and others are the total to the cent, in both
 * periods and in the change.
 */
export const ranking = z
  .strictObject({
    by: z.enum(rankingDimensions),
    metric: z.enum(metricIds),
    unit: z.enum(['euro', 'ratio', 'count']),
    order: z.enum(rankingOrders),
    rows: z.array(rankedRow).max(maxRankingRows),
    /** All that are not among the rows; null where none is left, values null for distinct players, which do not add up. */
    others: z.strictObject({ count: z.int().positive(), ...compared, share: figure }).nullable(),
    total: z.strictObject(compared),
    /** Null without `parts` of the total, for another order than by change, and for whoever may not read the RTP monitor. */
    chance: rankingChance.nullable(),
    coverage,
    /** What it is compared with. */
    before: z.strictObject({
      from: instant,
      to: instant,
      openSessions: z.int().nonnegative(),
      /** The first Rome day with sessions of any of the integrations, where it comes after the first day of this period; else null. */
      since: z.iso.date().nullable(),
      /** The integrations whose first sessions are of a later day than the first one of this period, by that day. */
      begins: z.array(
        z.strictObject({ integrationId: recordId, integrationName: z.string(), since: z.iso.date() }),
      ),
    }),
  })
  .meta({ id: 'Ranking' });
export type Ranking = z.infer<typeof ranking>;

export const getRanking = endpoint({
  id: 'getRanking',
  method: 'GET',
  path: '/bookkeeping/ranking',
  access: 'statistics:read',
  tag: 'statistics',
  summary: 'Integrations, operators, games or players by a figure, beside the period before',
  query: rankingQuery,
  response: ranking,
  perMinute: costlyReadsPerMinute,
});
