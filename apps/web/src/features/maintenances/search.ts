import { readIds, readInteger, readOneOf, type SearchInput } from '../../lib/search.ts';

export const viewNames = ['last', 'new'] as const;
export type ViewName = (typeof viewNames)[number];

/** What the URL says of the page: the tab of small screens, the filters of the list, and the maintenance of a link. */
export interface MaintenancesSearch {
  view?: ViewName | undefined;
  integrations?: number[] | undefined;
  operators?: number[] | undefined;
  id?: number | undefined;
}

export function readMaintenancesSearch(input: SearchInput): MaintenancesSearch {
  return {
    view: readOneOf(input.view, viewNames),
    integrations: readIds(input.integrations),
    operators: readIds(input.operators),
    id: readInteger(input.id, 1, 2_147_483_647),
  };
}
