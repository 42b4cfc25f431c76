import { encodeStatisticsRequest } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { statisticsQuery } from '../../domain/statistics/statistics.ts';
import { requestOf } from './chart-data.ts';
import { type ChartFilters, offersAll, type Reference } from './filters.ts';

const topCount = 5;

/** The games with the highest bet of the period, for a chart that is opened without any. Null until they are known. */
export function useTopGames(filters: ChartFilters, reference: Reference, enabled: boolean) {
  const request = {
    ...requestOf({ ...filters, games: [], by: 'month' }, 'games'),
    stats: ['bet' as const],
  };
  const { data, isError, isPlaceholderData } = useQuery({
    ...statisticsQuery(encodeStatisticsRequest(request)),
    enabled,
  });
  return useMemo(() => {
    if (!enabled) return null;
    if (isError) return [];
    if (!data || isPlaceholderData) return null;
    const choosable = new Set(reference.games.map(({ id }) => id));
    // A game that a chosen integration lacks would take that integration out of the filters.
    const chosen = reference.integrations.filter(({ id }) => filters.integrations.includes(id));
    return [...(data.datasets.games?.bet ?? [])]
      .filter(({ gameId, total }) => (total ?? 0) > 0 && choosable.has(gameId))
      .filter(({ gameId }) => chosen.every((integration) => offersAll(integration, [gameId])))
      .sort((a, b) => (b.total ?? 0) - (a.total ?? 0))
      .slice(0, topCount)
      .map(({ gameId }) => gameId);
  }, [enabled, isError, data, isPlaceholderData, reference, filters.integrations]);
}
