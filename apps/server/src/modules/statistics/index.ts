/** Statistics: sums over sessions for charts, overview and dashboard. */
import type { HubModule, Platform } from '../../platform/module.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import {
  createStatisticsService,
  type StatisticsDeps,
  type StatisticsService,
} from './statistics.service.ts';

export type { StatisticsService } from './statistics.service.ts';

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
