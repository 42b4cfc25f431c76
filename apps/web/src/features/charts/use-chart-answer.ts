import type { Statistics } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { knownUntil } from '../../components/chart/chart-model.ts';
import { begunSteps, pointsOf } from '../../domain/statistics/chart-steps.ts';
import { useInterruptedPoints } from '../../domain/statistics/interruptions/interruptions.ts';
import { statisticsQuery } from '../../domain/statistics/statistics.ts';
import { ApiError } from '../../lib/api/error.ts';
import { encodedRequest } from './chart-data.ts';
import type { ChartFilters } from './filters.ts';
import type { Dataset } from './search.ts';

/** The statistics for these filters, and the places of its time axis up to now. Old figures stay while new ones load. */
export function useChartAnswer(filters: ChartFilters, dataset: Dataset, enabled: boolean) {
  const { i18n } = useTranslation();
  const a = encodedRequest(filters, dataset);
  const query = useQuery({
    ...statisticsQuery(a),
    enabled,
  });
  const { data, dataUpdatedAt, error } = query;
  // Old figures that stand in while new ones load have a time too, which the query no longer has.
  const answeredAt = useRef(0);
  if (!query.isPlaceholderData && dataUpdatedAt > 0) answeredAt.current = dataUpdatedAt;
  const begun = data ? begunSteps(data, answeredAt.current) : 0;
  const known = data ? knownUntil(data.coverage, answeredAt.current) : 0;
  const points = useMemo(
    () => (data ? pointsOf(data, begun, i18n.language, known) : []),
    [data, begun, i18n.language, known],
  );
  const shaded = useInterruptedPoints(points, data?.buckets, filters.integrations, answeredAt.current);
  return {
    query,
    /** When the shown statistics arrived, in milliseconds since 1970; 0 before the first. */
    answeredAt: answeredAt.current,
    begun,
    points: shaded,
    isEmpty: data ? isEmpty(data) || begun === 0 : false,
    isStale: query.isPlaceholderData || query.isRefetching,
    refusal: refusalOf(error),
  };
}

export type ChartAnswer = ReturnType<typeof useChartAnswer>;

const isEmpty = ({ grandTotals }: Statistics) => grandTotals.sessionsTotal === 0;

/** Why the question itself was refused, in the server's words; null for every other failure. */
export function refusalOf(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  return Object.values(error.fields)[0] ?? error.message;
}
