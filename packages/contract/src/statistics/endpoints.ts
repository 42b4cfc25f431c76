import { z } from 'zod';
import {
  costlyReadsPerMinute,
  instantOrDay,
  queryBoolean,
  queryIds,
  querySessionTypeId,
  timeZone,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { figuresCoverage } from './coverage.ts';
import { getRanking } from './ranking.ts';
import { decodeStatisticsParameter } from './request.ts';
import {
  dailyStatistics,
  dashboardStatistics,
  type StatisticsRequest,
  statistics,
  statisticsRequest,
} from './schema.ts';

/** `a` decoded and checked; what cannot be decoded is refused with 422. */
const statisticsQuery = z.strictObject({
  a: z
    .string()
    .max(60_000)
    .transform((text, context) => {
      const value = decodeStatisticsParameter(text);
      if (value === undefined)
        context.addIssue({ code: 'custom', message: fieldCode('fields.notBase64Json') });
      return value;
    })
    .pipe(statisticsRequest) as unknown as z.ZodType<StatisticsRequest, string>,
});

export const getStatistics = endpoint({
  id: 'getStatistics',
  method: 'GET',
  path: '/bookkeeping/stats',
  access: 'statistics:read',
  tag: 'statistics',
  summary: 'Sums over sessions, by bucket and by game, integration or operator',
  query: statisticsQuery,
  response: statistics,
  perMinute: costlyReadsPerMinute,
});

export const getDailyStatistics = endpoint({
  id: 'getDailyStatistics',
  method: 'GET',
  path: '/bookkeeping/daily-stats',
  access: 'dashboard:read',
  tag: 'statistics',
  summary: 'Today by hour, real sessions',
  response: dailyStatistics,
});

export const getYesterdayStatistics = endpoint({
  id: 'getYesterdayStatistics',
  method: 'GET',
  path: '/bookkeeping/yesterday-stats',
  access: 'dashboard:read',
  tag: 'statistics',
  summary: 'Yesterday by day, real sessions',
  response: dashboardStatistics,
});

export const getTrimesterStatistics = endpoint({
  id: 'getTrimesterStatistics',
  method: 'GET',
  path: '/bookkeeping/trimester-stats',
  access: 'dashboard:read',
  tag: 'statistics',
  summary: 'The last three months by month, real sessions',
  response: dashboardStatistics,
});

/** The filter of figures, one parameter each. Empty lists are no filter. */
const figuresQuery = z.strictObject({
  from: instantOrDay,
  to: instantOrDay,
  sessionTypeId: querySessionTypeId,
  /** Closed false, open true, all null or absent. */
  isOpen: queryBoolean.optional(),
  integrations: queryIds,
  operators: queryIds,
  games: queryIds,
  timeZone: timeZone.optional(),
});

export const getCoverage = endpoint({
  id: 'getCoverage',
  method: 'GET',
  path: '/bookkeeping/coverage',
  access: 'statistics:read',
  tag: 'statistics',
  summary: 'How complete the figures of a period are, by integration',
  query: figuresQuery,
  response: figuresCoverage,
  perMinute: costlyReadsPerMinute,
});

export const statisticsEndpoints = [
  getCoverage,
  getStatistics,
  getRanking,
  getDailyStatistics,
  getYesterdayStatistics,
  getTrimesterStatistics,
] as const;
