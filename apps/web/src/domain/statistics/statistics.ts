import {
  type BodyInput,
  getCoverage,
  getDailyStatistics,
  getDetailedReport,
  getStatistics,
  getTrimesterStatistics,
  getYesterdayStatistics,
  mailDetailedReport,
  type QueryInput,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, useMutation } from '../../lib/api/index.ts';

/** Figures for an encoded request. Those of the request before it stay while these load. */
export const statisticsQuery = (a: string) => ({
  ...queryFor(getStatistics, { query: { a } }),
  placeholderData: keepPreviousData,
});

/** How complete the figures of a filter are, by integration. */
export const figuresCoverageQuery = (query: QueryInput<typeof getCoverage>) =>
  queryFor(getCoverage, { query });

/** The three tiles of the dashboard. */
export const dailyStatisticsQuery = () => queryFor(getDailyStatistics, {});
export const yesterdayStatisticsQuery = () => queryFor(getYesterdayStatistics, {});
export const trimesterStatisticsQuery = () => queryFor(getTrimesterStatistics, {});

/** The tree of the report for an encoded request. */
export const reportQuery = (a: string) => ({
  ...queryFor(getDetailedReport, { query: { a } }),
  placeholderData: keepPreviousData,
  // Comparing a large report with the one before takes longer than drawing it.
  structuralSharing: false,
});

interface MailEvents {
  onStarted: (jobId: string) => void;
  onFailed: (error: Error) => void;
}

export function useMailReport({ onStarted, onFailed }: MailEvents) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof mailDetailedReport>) => call(mailDetailedReport, { body }),
    onSuccess: ({ jobId }) => onStarted(jobId),
    onError: onFailed,
  });
}
