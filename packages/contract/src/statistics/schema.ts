import { z } from 'zod';
import { coverage, instant, instantOrDay, recordId, sessionTypeId, timeZone } from '../common.ts';
import { fieldCode } from '../fields/issue.ts';
import {
  type MetricId,
  metricByName,
  metricIds,
  metrics,
  type NullableMetricId,
  type RestrictedMetricId,
  splitStatNames,
} from '../metrics.ts';
import { comparison } from './change.ts';

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

/** The statistics request that travels as base64 JSON in `a`. Empty lists are no filter. */
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
            context.addIssue({
              code: 'custom',
              message: fieldCode('fields.unknownFigure'),
              params: { name: name.slice(0, 60) },
            });
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
    /** Requests the totals of real and of fun sessions separately, whatever the sessionTypeId. */
    datasetTypes: z.boolean().optional(),
    key: z
      .string()
      .transform((name, context) => {
        const found = granularities[name];
        if (found === undefined) {
          context.addIssue({ code: 'custom', message: fieldCode('fields.groupBy') });
          return z.NEVER;
        }
        return found;
      })
      .optional(),
    isOpen: z.boolean().nullish(),
    /** Whose hours, days and months are meant; Europe/Rome unless sent. */
    timeZone: timeZone.optional(),
  })
  .meta({ id: 'StatisticsRequest' });
export type StatisticsRequest = z.output<typeof statisticsRequest>;
export type StatisticsRequestInput = z.input<typeof statisticsRequest>;

type TotalSchema<Id extends MetricId> = Id extends NullableMetricId
  ? z.ZodNullable<z.ZodNumber>
  : z.ZodNumber;
type TotalsShape = {
  [Id in MetricId]: Id extends RestrictedMetricId ? z.ZodOptional<TotalSchema<Id>> : TotalSchema<Id>;
};

function totalSchema(id: MetricId): z.ZodType {
  const { unit, scope, nullable } = metrics[id];
  const value = unit === 'count' ? z.int() : z.number();
  const total = nullable ? value.nullable() : value;
  return scope === null ? total : total.optional();
}

const totalsShape = Object.fromEntries(
  metricIds.map((id) => [id, totalSchema(id)]),
) as unknown as TotalsShape;

/** Totals of a range, euro with two decimals. What the role may not see is absent. */
export const grandTotals = z.strictObject(totalsShape).meta({ id: 'GrandTotals' });
export type GrandTotals = z.infer<typeof grandTotals>;

const figure = z.number().nullable();

/** One metric over the buckets: `total` over the whole range, `totalData` the same with its unit. */
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

/** Series by game, integration or operator are keyed by the `splitName` of the metric. */
function bySplitStat<Series extends z.ZodType>(series: Series) {
  return z.partialRecord(z.enum(splitStatNames), z.array(series));
}

export const bucket = z
  .strictObject({
    /** Sorts and identifies: 2026-10-25T02:00+02:00, 2026-10-25 or 2026-10. */
    key: z.string(),
    from: instant,
    to: instant,
    /** The bucket reaches beyond the requested range or beyond now: its value covers only a part. */
    partial: z.boolean(),
  })
  .meta({ id: 'Bucket' });

/** `labels` and every `data` run over `buckets`; split lists follow the total, greatest bet first. */
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
    /** With datasetTypes: totals by session type, so that real and fun can be shown side by side. */
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
    comparison,
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

/** The three dashboard calls: statistics of real sessions, and the tiles that belong to them. */
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
