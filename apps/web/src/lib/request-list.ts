import { stored } from './stored.ts';

/**
 * The games ticked in the catalogue's requesting mode, by id; null while the mode is off (CAT-19). The catalogue fills
 * it and the review empties it; it lasts as long as the tab, so that Back finds it again.
 */
export const requestList = stored<readonly number[] | null>(
  'ludus.request-list',
  null,
  (value) => (Array.isArray(value) && value.every((id) => Number.isInteger(id)) ? value : undefined),
  () => sessionStorage,
);
