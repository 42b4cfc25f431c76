import {
  encodeStatisticsRequest,
  type FigureFilter,
  type getCoverage,
  type QueryInput,
  type SplitStatName,
  type Statistics,
  type StatisticsRequestInput,
  sessionTypes,
  splitStatNames,
} from '@ludus/contract';
import type { ChartSeries } from '../../components/chart/chart.tsx';
import { seriesNumbers } from '../../components/chart/series-rank.ts';
import { totalsSeries, unitOf } from '../../domain/statistics/chart-steps.ts';
import type { ChartFilters } from './filters.ts';
import type { Dataset } from './search.ts';

/** The question to the session store for these filters, always of the nine figures of the charts. */
export function requestOf(filters: ChartFilters, dataset: Dataset): StatisticsRequestInput {
  return {
    ...filters.period,
    sessionTypeId: filters.money === 'all' ? null : sessionTypes[filters.money],
    games: [...filters.games],
    integrations: [...filters.integrations],
    operators: [...filters.operators],
    stats: [...splitStatNames],
    datasetGames: dataset === 'games',
    datasetIntegrations: dataset === 'integrations',
    datasetTotals: dataset === 'totals',
    key: filters.by,
    ...(filters.state === 'any' ? {} : { isOpen: filters.state === 'open' }),
  };
}

/** The filter of only these figures, for how complete they are. */
export function coverageFilterOf(filters: ChartFilters): QueryInput<typeof getCoverage> {
  return {
    ...filters.period,
    sessionTypeId: filters.money === 'all' ? null : sessionTypes[filters.money],
    games: [...filters.games],
    integrations: [...filters.integrations],
    operators: [...filters.operators],
    ...(filters.state === 'any' ? {} : { isOpen: filters.state === 'open' }),
  };
}

/** The sessions behind the totals of these filters. */
export function explainedBy({ period, money, state, ...ids }: ChartFilters): FigureFilter {
  const { games, integrations, operators } = ids;
  return {
    ...period,
    sessionTypeId: money === 'all' ? null : sessionTypes[money],
    ...(state === 'any' ? {} : { isOpen: state === 'open' }),
    games,
    integrations,
    operators,
  };
}

export const encodedRequest = (filters: ChartFilters, dataset: Dataset): string =>
  encodeStatisticsRequest(requestOf(filters, dataset));

/** One series per game or integration, or the total of one figure, as in the response. */
export function splitSeries(
  statistics: Statistics,
  stat: SplitStatName,
  begun: number,
  totalName: string,
): ChartSeries[] {
  const { games, integrations } = statistics.datasets;
  const unit = unitOf(stat);
  if (!games && !integrations) {
    return totalsSeries(statistics, [stat], begun, () => totalName);
  }
  const found = (games?.[stat] ?? integrations?.[stat] ?? []).map((one) => {
    const id = 'gameId' in one ? one.gameId : one.integrationId;
    return { id, label: one.label, data: one.data, total: one.total };
  });
  const numbers = seriesNumbers(found.map(({ id }) => id));
  return found.map(({ id, label, data, total }) => ({
    id: `${games ? 'g' : 'i'}${id}`,
    name: label,
    values: data.slice(0, begun),
    total,
    unit,
    color: numbers.get(id) ?? 1,
  }));
}
