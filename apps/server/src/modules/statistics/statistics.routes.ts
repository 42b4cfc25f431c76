import {
  getCoverage,
  getDailyStatistics,
  getRanking,
  getStatistics,
  getTrimesterStatistics,
  getYesterdayStatistics,
} from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../infra/http/index.ts';
import type { CoverageOf } from './statistics.coverage.ts';
import type { RankingOf } from './statistics.ranking.ts';
import type { StatisticsService } from './statistics.service.ts';

export function statisticsRoutes(
  service: StatisticsService,
  coverage: CoverageOf,
  ranking: RankingOf,
): BoundEndpoint[] {
  return [
    bind(getCoverage, ({ actor, query }) => coverage(actor, query)),
    bind(getStatistics, ({ actor, query }) => service.statistics(actor, query.a)),
    bind(getRanking, ({ actor, query }) => ranking(actor, query)),
    bind(getDailyStatistics, ({ actor }) => service.daily(actor)),
    bind(getYesterdayStatistics, ({ actor }) => service.yesterday(actor)),
    bind(getTrimesterStatistics, ({ actor }) => service.trimester(actor)),
  ];
}
