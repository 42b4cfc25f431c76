/** Statistics: sums over sessions for charts, overview and dashboard. */
import type { HubModule, Infra } from '../../infra/module.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import {
  createStatisticsService,
  type StatisticsDeps,
  type StatisticsService,
} from './statistics.service.ts';

export { axisOf, hasTooManyBuckets, maxBuckets } from './statistics.buckets.ts';
export { refuseOversized } from './statistics.limits.ts';
export { metricValue } from './statistics.mapper.ts';
export { seesNetAndDue, visibleMetrics } from './statistics.policy.ts';
export type { StatisticsService } from './statistics.service.ts';

export interface StatisticsModule extends HubModule {
  service: StatisticsService;
}

export function createStatisticsModule(
  { clock }: Pick<Infra, 'clock'>,
  ports: Omit<StatisticsDeps, 'clock'>,
): StatisticsModule {
  const service = createStatisticsService({ ...ports, clock });
  return { name: 'statistics', endpoints: statisticsRoutes(service), service };
}
