import { z } from 'zod';
import { coverage, instant, instantOrDay, recordId, sessionTypeId } from '../common.ts';
import { metricByName, metricIds } from '../metrics.ts';

const granularities: Record<string, 'hour' | 'day' | 'month'> = {
  hour: 'hour',
  day: 'day',
  month: 'month',
  'YYYY-MM-DD HH': 'hour',
  'YYYY-MM-DD': 'day',
  'YYYY-MM': 'month',
};
export const granularity = z.enum(['hour', 'day', 'month']);
export type Granularity = z.infer<typeof granularity>;

const idList = z.array(recordId).max(2000).nullish();

/** The statistics request that travels as base64 JSON in `a` (API-084, API-085). Empty lists are no filter. */
export const statisticsRequest = z
  .strictObject({
    from: instantOrDay,
    to: instantOrDay,
    sessionTypeId: sessionTypeId.nullish(),
    games: idList,
    integrations: idList,
    operators: idList,
    stats: z
      .array(
        z.string().transform((name, context) => {
          const metric = metricByName(name);
          if (metric === undefined) {
            context.addIssue({ code: 'custom', message: `Unknown figure "${name}".` });
            return z.NEVER;
          }
          return metric;
        }),
      )
      .max(40)
      .optional(),
    datasetGames: z.boolean().optional(),
    datasetIntegrations: z.boolean().optional(),
    datasetOperators: z.boolean().optional(),
    datasetTotals: z.boolean().optional(),
    /** Asks for the totals of real and of fun sessions beside each other, whatever sessionTypeId says. */
    datasetTypes: z.boolean().optional(),
    key: z
      .string()
      .transform((name, context) => {
        const found = granularities[name];
        if (found === undefined) {
          context.addIssue({ code: 'custom', message: 'Group by hour, day or month.' });
          return z.NEVER;
        }
        return found;
      })
      .optional(),
    isOpen: z.boolean().nullish(),
    timeZone: z.literal('Europe/Rome').optional(),
  })
  .meta({ id: 'StatisticsRequest' });
export type StatisticsRequest = z.output<typeof statisticsRequest>;
export type StatisticsRequestInput = z.input<typeof statisticsRequest>;

/** Totals of a range. Euro with two decimals, rtp a ratio or null; netwin and due absent where the role may not see them. */
export const grandTotals = z
  .strictObject({
    bet: z.number(),
    win: z.number(),
    rtp: z.number().nullable(),
    grosswin: z.number(),
    netwin: z.number().optional(),
    due: z.number().optional(),
    sessionsTotal: z.int(),
    sessionsOpen: z.int(),
    sessionsClosed: z.int(),
    rounds: z.int(),
    usersCount: z.int(),
  })
  .meta({ id: 'GrandTotals' });
export type GrandTotals = z.infer<typeof grandTotals>;

const figure = z.number().nullable();

/** One metric over the buckets (ENT-21): `total` over the whole range, `totalData` the same with its unit. */
export const totalsSeries = z
  .strictObject({
    stat: z.enum(metricIds),
    label: z.string(),
    data: z.array(figure),
    total: figure,
    totalData: z.strictObject({ value: figure, unit: z.enum(['euro', 'ratio', 'count']) }),
  })
  .meta({ id: 'TotalsSeries' });

const splitSeries = {
  label: z.string(),
  data: z.array(figure),
  total: figure,
};
export const gameSeries = z.strictObject({ gameId: recordId, ...splitSeries }).meta({ id: 'GameSeries' });
export const integrationSeries = z
  .strictObject({ integrationId: recordId, ...splitSeries })
  .meta({ id: 'IntegrationSeries' });
export const operatorSeries = z
  .strictObject({ operatorId: recordId, integrationId: recordId, ...splitSeries })
  .meta({ id: 'OperatorSeries' });

/** Per-game series are keyed as the documents spell them: sessionsTotals, rounds, win, bet, grosswin, netwin, … (ENT-22). */
export const splitStatNames = [
  'bet',
  'win',
  'grosswin',
  'netwin',
  'due',
  'rtp',
  'rounds',
  'sessionsTotals',
  'usersCount',
] as const;
export type SplitStatName = (typeof splitStatNames)[number];

function bySplitStat<Series extends z.ZodType>(series: Series) {
  return z.partialRecord(z.enum(splitStatNames), z.array(series));
}

export const bucket = z
  .strictObject({
    /** Sorts and identifies: 2026-10-25T02:00+02:00, 2026-10-25 or 2026-10. */
    key: z.string(),
    from: instant,
    to: instant,
    /** The bucket reaches beyond the asked range or beyond now: its figure covers a part of it. */
    partial: z.boolean(),
  })
  .meta({ id: 'Bucket' });

/** API-085, ENT-20. `labels` and every `data` run over `buckets`; split lists follow the total, greatest bet first. */
export const statistics = z
  .strictObject({
    labels: z.array(z.string()),
    buckets: z.array(bucket),
    datasets: z.strictObject({
      totals: z.array(totalsSeries).optional(),
      games: bySplitStat(gameSeries).optional(),
      integrations: bySplitStat(integrationSeries).optional(),
      operators: bySplitStat(operatorSeries).optional(),
    }),
    grandTotals,
    /** The name of the one integration the figures cover, null for several. */
    integration: z.string().nullable(),
    integrations: z.array(
      z.strictObject({ integrationId: recordId, integrationName: z.string(), grandTotals }),
    ),
    /** With datasetTypes: totals by session type, so that real and fun can stand side by side (SESS-04). */
    byType: z.strictObject({ real: grandTotals, fun: grandTotals }).optional(),
    coverage,
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof statistics>;

export const dashboardPeriods = ['today', 'yesterday', 'thisMonth', 'lastMonth', 'trimester'] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];

/** A period tile: its totals, and the totals of the same elapsed part of the period before, for a fair comparison. */
export const dashboardTile = z
  .strictObject({
    period: z.enum(dashboardPeriods),
    coverage,
    grandTotals,
    comparedWith: z.strictObject({ from: instant, to: instant }),
    previous: grandTotals,
  })
  .meta({ id: 'DashboardTile' });
export type DashboardTile = z.infer<typeof dashboardTile>;

export const topGame = z
  .strictObject({
    gameId: recordId,
    name: z.string(),
    sub_name: z.string().nullable(),
    slug: z.string(),
    isCatalog: z.boolean(),
    miniBannerUrl: z.string().nullable(),
    totalBet: z.number(),
    totalWin: z.number(),
    totalGrossWin: z.number(),
    totalRtp: z.number().nullable(),
  })
  .meta({ id: 'TopGame' });
export type TopGame = z.infer<typeof topGame>;

/** The three dashboard calls (API-088 to API-090): statistics of real sessions, and the tiles that belong to them. */
export const dashboardStatistics = statistics
  .extend({ tiles: z.array(dashboardTile) })
  .meta({ id: 'DashboardStatistics' });

export const dailyStatistics = dashboardStatistics
  .extend({
    sessionsCount: z.strictObject({
      all: z.int(),
      open: z.int(),
      closed: z.int(),
      players: z.int(),
    }),
    topGames: z.array(topGame).max(3),
  })
  .meta({ id: 'DailyStatistics' });
export type DailyStatistics = z.infer<typeof dailyStatistics>;
export type DashboardStatistics = z.infer<typeof dashboardStatistics>;
