import {
  getDailyStatistics,
  getStatistics,
  getTrimesterStatistics,
  getYesterdayStatistics,
} from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../infra/http/index.ts';
import type { StatisticsService } from './statistics.service.ts';

export function statisticsRoutes(service: StatisticsService): BoundEndpoint[] {
  return [
    bind(getStatistics, ({ actor, query }) => service.statistics(actor, query.a)),
    bind(getDailyStatistics, ({ actor }) => service.daily(actor)),
    bind(getYesterdayStatistics, ({ actor }) => service.yesterday(actor)),
    bind(getTrimesterStatistics, ({ actor }) => service.trimester(actor)),
  ];
}
