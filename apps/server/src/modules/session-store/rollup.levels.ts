import type { AggregatesRequest } from './aggregates.types.ts';
import { dimensionsOf, type Level, levels, type RollupDimension, rollupDimensions } from './rollup.schema.ts';

type GroupingAndFilter = Pick<AggregatesRequest, 'by' | 'integrations' | 'operators' | 'games'>;

const filtersOf = ({ integrations, operators, games }: GroupingAndFilter) => ({
  integration: integrations ?? [],
  operator: operators ?? [],
  game: games ?? [],
});

/** Returns the smallest level that has every dimension a request filters or groups by. */
export function findLevel(request: GroupingAndFilter): Level {
  const by = request.by ?? [];
  const filters = filtersOf(request);
  // Platforms are groups of operators.
  const needsOperators = by.includes('platform');
  const needed = rollupDimensions.filter(
    (dimension) =>
      by.includes(dimension) || filters[dimension].length > 0 || (dimension === 'operator' && needsOperators),
  );
  const hasAll = (dimensions: readonly RollupDimension[]) =>
    needed.every((dimension) => dimensions.includes(dimension));
  // Levels are listed from few dimensions to many, so the first that fits is the smallest.
  return levels.findIndex(({ dimensions }) => hasAll(dimensions)) as Level;
}

/**
 * Whether the players of the cells behind one row of a result can be added up. A player belongs to one integration, so
 * cells of different integrations share none; cells of different operators or games may.
 */
export function canAddPlayers(request: GroupingAndFilter): boolean {
  const filters = filtersOf(request);
  const isFixed = (dimension: RollupDimension) =>
    (request.by ?? []).includes(dimension) || filters[dimension].length === 1;
  return dimensionsOf(findLevel(request)).every(
    (dimension) => dimension === 'integration' || isFixed(dimension),
  );
}
