/** Statistics: sums over sessions for charts, overview and dashboard. */
import type { HubModule, Platform } from '../../platform/module.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import {
  createStatisticsService,
  type StatisticsDeps,
  type StatisticsService,
} from './statistics.service.ts';

export { axisOf, mostBuckets, tooManyBuckets } from './statistics.buckets.ts';
export { grandTotalsOf } from './statistics.mapper.ts';
export { seesNetAndDue, visibleMetrics } from './statistics.policy.ts';
export { refusingTooMuch, type StatisticsService } from './statistics.service.ts';

export interface StatisticsModule extends HubModule {
  service: StatisticsService;
}

export function createStatisticsModule(
  { clock }: Pick<Platform, 'clock'>,
  ports: Omit<StatisticsDeps, 'clock'>,
): StatisticsModule {
  const service = createStatisticsService({ ...ports, clock });
  return { name: 'statistics', endpoints: statisticsRoutes(service), service };
}
