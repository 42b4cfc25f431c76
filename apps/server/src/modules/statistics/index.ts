/** Statistics: sums over sessions for charts, overview and dashboard. */
import type { HubModule, Infra } from '../../infra/module.ts';
import { type CoverageDeps, type CoverageOf, createCoverage } from './statistics.coverage.ts';
import { createRanking, type RankingDeps, type RankingOf } from './statistics.ranking.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import {
  createStatisticsService,
  type StatisticsDeps,
  type StatisticsService,
} from './statistics.service.ts';

export { type AxisBucket, axisOf, hasTooManyBuckets, maxBuckets } from './statistics.buckets.ts';
export type { CoverageOf } from './statistics.coverage.ts';
export { coverageLines } from './statistics.coverage-text.ts';
export { refuseOversized } from './statistics.limits.ts';
export { grandTotalsOf, metricValue } from './statistics.mapper.ts';
export { seesNetAndDue, visibleMetrics } from './statistics.policy.ts';
export { checkRanking, type RankingOf } from './statistics.ranking.ts';
export type { StatisticsService } from './statistics.service.ts';

export interface StatisticsModule extends HubModule {
  service: StatisticsService;
  /** How complete figures are. */
  coverage: CoverageOf;
  ranking: RankingOf;
}

export function createStatisticsModule(
  { clock }: Pick<Infra, 'clock'>,
  ports: Omit<StatisticsDeps & CoverageDeps & RankingDeps, 'clock'>,
): StatisticsModule {
  const service = createStatisticsService({ ...ports, clock });
  const coverage = createCoverage({ ...ports, clock });
  const ranking = createRanking({ ...ports, clock });
  return {
    name: 'statistics',
    endpoints: statisticsRoutes(service, coverage, ranking),
    service,
    coverage,
    ranking,
  };
}
