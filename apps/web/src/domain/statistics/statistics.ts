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
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, queryFor, useMutation } from '../../lib/api/index.ts';
import { useFirstScreenShown } from '../../lib/first-screen.ts';

/** Figures for an encoded request. Those of the request before it stay while these load. */
export const statisticsQuery = (a: string) => ({
  ...queryFor(getStatistics, { query: { a } }),
  placeholderData: keepPreviousData,
});

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

/**
 * How complete the figures of a filter are; null while it is not known. It is asked for once the first screen is shown, and
 * says nothing of the filter before it: that would stand beside the figures of another one.
 */
export function useCoverage(filter: QueryInput<typeof getCoverage> | null) {
  const isShown = useFirstScreenShown();
  return useQuery({
    ...queryFor(getCoverage, { query: filter ?? { from: '', to: '' } }),
    enabled: isShown && filter !== null,
  });
}

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
