import {
  type Coverage,
  encodeStatisticsRequest,
  type FigureFilter,
  figureRequest,
  type MetricId,
  metricIds,
  type Statistics,
  sessionTypes,
} from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { playerQuery } from '../session/players.ts';
import { statisticsQuery } from './statistics.ts';

/** The totals of the sessions behind a figure. Not those of another figure while they load: they would stand under its name. */
export const figureQuery = (filter: FigureFilter) => ({
  ...statisticsQuery(encodeStatisticsRequest(figureRequest(filter))),
  placeholderData: undefined,
});

export interface FigureTotals {
  /** Without what the role may not see, and without what the sessions have no figure of. */
  grandTotals: Statistics['grandTotals'];
  integration: string | null;
  coverage: Pick<Coverage, 'asOf'>;
}

/** The totals of the sessions behind a figure; those of a player come from the player's own call. */
export function useFigureTotals(filter: FigureFilter, enabled: boolean) {
  const { userId, integrations, games, sessionTypeId } = filter;
  const [integrationId, ...others] = integrations ?? [];
  const isOfPlayer = userId !== undefined && integrationId !== undefined && others.length === 0;
  const totals = useQuery({
    ...figureQuery(filter),
    enabled: enabled && !isOfPlayer,
    select: ({ grandTotals, integration, coverage }): FigureTotals => ({
      grandTotals,
      integration,
      coverage,
    }),
  });
  const player = useQuery({
    ...playerQuery(integrationId ?? 0, userId ?? '', sessionTypeId),
    enabled: enabled && isOfPlayer,
    select: (one): FigureTotals => ({
      // A player is no number of players.
      grandTotals: (games?.[0] === undefined
        ? one.totals
        : one.games.find(({ game }) => game.id === games[0])?.totals) as Statistics['grandTotals'],
      integration: one.integration.name,
      coverage: { asOf: one.asOf },
    }),
  });
  return isOfPlayer ? player : totals;
}

/** The address of the sessions list with the sessions behind a figure, those without rounds too, with its total above them. */
export function listSearchOf(
  { from, to, hour, sessionTypeId, isOpen, userId, ...ids }: FigureFilter,
  figure: MetricId,
) {
  const some = (list: readonly number[] | undefined) => (list && list.length > 0 ? [...list] : undefined);
  return {
    from,
    to,
    hour,
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
    user: userId,
    played: false,
    // Of a player there are totals of all time only.
    figure: userId === undefined ? figure : undefined,
  };
}

/** The metrics in the order of the dictionary, without those that a response does not have. */
export const metricsIn = (totals: Partial<Record<(typeof metricIds)[number], unknown>>) =>
  metricIds.filter((id) => totals[id] !== undefined);
