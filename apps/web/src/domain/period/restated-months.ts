import { type FigureFilter, listRestatedMonths } from '@ludus/contract';
import { queryFor } from '../../lib/api/index.ts';

/** The closed months behind a figure that have changed since. */
export const restatedMonthsQuery = ({ from, to, integrations, operators, games }: FigureFilter) => {
  const some = (ids: readonly number[] | undefined) => (ids && ids.length > 0 ? [...ids] : undefined);
  return queryFor(listRestatedMonths, {
    query: { from, to, integrations: some(integrations), operators: some(operators), games: some(games) },
  });
};
