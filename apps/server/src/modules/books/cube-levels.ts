import type { Dimension, FiguresRequest } from './figures.types.ts';

/** Levels of the cube: which dimensions its rows have. */
export const levelDimensions: readonly (readonly Dimension[])[] = [
  [],
  ['integration'],
  ['integration', 'operator'],
  ['game'],
  ['integration', 'game'],
  ['integration', 'operator', 'game'],
];
export type Level = 0 | 1 | 2 | 3 | 4 | 5;

/** Hours are kept for the first three levels only. */
export const hasHours = (level: Level): boolean => level <= 2;

type Question = Pick<FiguresRequest, 'by' | 'integrations' | 'operators' | 'games'>;

/** The smallest level that has every dimension a request filters or groups by. */
export function levelOf({ by = [], integrations, operators, games }: Question): Level {
  const has = (dimension: Dimension, ids: readonly number[] | null | undefined) =>
    by.includes(dimension) || (ids !== null && ids !== undefined && ids.length > 0);
  const game = has('game', games);
  // Platforms are put together from their operators.
  if (by.includes('platform') || has('operator', operators)) return game ? 5 : 2;
  if (has('integration', integrations)) return game ? 4 : 1;
  return game ? 3 : 0;
}

/**
 * Whether the players of the cells behind one row of an answer can be added up. A player belongs to one integration, so
 * cells of different integrations share none; cells of different operators or games may.
 */
export function playersAddUp(request: Question): boolean {
  const fixed = (dimension: Dimension, ids: readonly number[] | null | undefined) =>
    (request.by ?? []).includes(dimension) || ids?.length === 1;
  const dimensions = levelDimensions[levelOf(request)] ?? [];
  return dimensions.every(
    (dimension) =>
      dimension === 'integration' ||
      (dimension === 'operator' ? fixed('operator', request.operators) : fixed('game', request.games)),
  );
}
