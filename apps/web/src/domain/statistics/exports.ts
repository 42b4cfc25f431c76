import {
  type BodyInput,
  exportDetailedReport,
  exportRanking,
  exportSessions,
  exportStatistics,
} from '@ludus/contract';
import { call } from '../../lib/api/index.ts';

// Each makes a file of what a screen shows. Apart from the queries, which more screens share than have files.

export const requestSessionsFile = (body: BodyInput<typeof exportSessions>) => call(exportSessions, { body });

export const requestReportFile = (body: BodyInput<typeof exportDetailedReport>) =>
  call(exportDetailedReport, { body });

export const requestStatisticsFile = (body: BodyInput<typeof exportStatistics>) =>
  call(exportStatistics, { body });

export const requestRankingFile = (body: BodyInput<typeof exportRanking>) => call(exportRanking, { body });
