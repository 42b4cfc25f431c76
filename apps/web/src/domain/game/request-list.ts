import { createPersistentStore } from '../../lib/persistent-store.ts';

/**
 * The games ticked in the catalogue's requesting mode, by id; null while the mode is off. The catalogue fills
 * it and the review empties it; it lasts as long as the tab, so that Back finds it again.
 */
export const requestList = createPersistentStore<readonly number[] | null>(
  'ludus.request-list',
  null,
  (value) => (Array.isArray(value) && value.every((id) => Number.isInteger(id)) ? value : undefined),
  () => sessionStorage,
);
