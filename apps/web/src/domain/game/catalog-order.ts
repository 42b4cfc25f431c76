import { createPersistentStore } from '../../lib/persistent-store.ts';

/** The games as the catalogue last showed them, by id, for stepping through them on the game page. */
export const catalogOrder = createPersistentStore<readonly number[]>('ludus.catalog-order', [], (value) =>
  Array.isArray(value) && value.every((id) => Number.isInteger(id)) ? value : undefined,
);

/** The neighbours of a game in an order, wrapping around; null when there is nowhere to step to. */
export function neighboursOf(
  order: readonly number[],
  id: number,
): { previous: number; next: number } | null {
  const place = order.indexOf(id);
  const previous = order.at(place - 1);
  const next = order[(place + 1) % order.length];
  return place === -1 || order.length < 2 || previous === undefined || next === undefined
    ? null
    : { previous, next };
}
