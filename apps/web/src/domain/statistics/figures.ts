import {
  encodeStatisticsRequest,
  type FigureFilter,
  figureRequest,
  metricIds,
  sessionTypes,
} from '@ludus/contract';
import { statisticsQuery } from './statistics.ts';

/** The totals of the sessions behind a figure. Not those of another figure while they load: they would stand under its name. */
export const figureQuery = (filter: FigureFilter) => ({
  ...statisticsQuery(encodeStatisticsRequest(figureRequest(filter))),
  placeholderData: undefined,
});

/** The address of the sessions list with the sessions behind a figure, those without rounds too. */
export function listSearchOf({ from, to, sessionTypeId, isOpen, ...ids }: FigureFilter) {
  const some = (list: readonly number[] | undefined) => (list && list.length > 0 ? [...list] : undefined);
  return {
    from,
    to,
    type:
      sessionTypeId === null
        ? ('all' as const)
        : sessionTypeId === sessionTypes.fun
          ? ('fun' as const)
          : undefined,
    state: isOpen === undefined ? undefined : isOpen ? ('open' as const) : ('closed' as const),
    integrations: some(ids.integrations),
    operators: some(ids.operators),
    games: some(ids.games),
    played: false,
  };
}

/** The metrics in the order of the dictionary, without those that a response does not have. */
export const metricsIn = (totals: Partial<Record<(typeof metricIds)[number], unknown>>) =>
  metricIds.filter((id) => totals[id] !== undefined);
