import { type ReportRequestInput, reportMetricIds } from '@ludus/contract';
import { type Day, daysOf, type Period } from '../../lib/days.ts';
import { readDay, readIds, readOneOf, readText, type SearchInput } from '../../lib/search.ts';
import type { TreeSort } from './tree.ts';

export const sortFields: readonly TreeSort['by'][] = ['name', ...reportMetricIds];

/** What the URL of the report holds; period and filters have the names they have on Charts. */
export interface ReportsSearch {
  from?: Day | undefined;
  to?: Day | undefined;
  games?: number[] | undefined;
  integrations?: number[] | undefined;
  operators?: number[] | undefined;
  search?: string | undefined;
  /** Absent is by name. */
  sort?: TreeSort['by'] | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** Figures per day in place of the tree. */
  view?: 'days' | undefined;
}

/** The part that is chosen on Charts. */
export type ChartsPart = Pick<ReportsSearch, 'from' | 'to' | 'games' | 'integrations' | 'operators'>;

export function readReportsSearch(input: SearchInput): ReportsSearch {
  return {
    from: readDay(input.from),
    to: readDay(input.to),
    games: readIds(input.games),
    integrations: readIds(input.integrations),
    operators: readIds(input.operators),
    search: readText(input.search, 120),
    sort: readOneOf(input.sort, sortFields),
    direction: readOneOf(input.direction, ['asc', 'desc']),
    view: readOneOf(input.view, ['days']),
  };
}

/** What the server is asked; figures per day where there is more than one. */
export function requestOf(search: ChartsPart, { from, to }: Period): ReportRequestInput {
  const { games, integrations, operators } = search;
  return { from, to, singleDay: daysOf({ from, to }) > 1, games, integrations, operators };
}

/** The order of the URL. Figures start with the highest, names with A. */
export function sortOf({ sort = 'name', direction }: ReportsSearch): TreeSort {
  return { by: sort, desc: direction === undefined ? sort !== 'name' : direction === 'desc' };
}

/** The URL after a click on a heading: another column starts its own way, the same one turns round. */
export function sortedBy(search: ReportsSearch, by: TreeSort['by']): ReportsSearch {
  const before = sortOf(search);
  if (before.by !== by) return { ...search, sort: by === 'name' ? undefined : by, direction: undefined };
  return { ...search, direction: before.desc ? 'asc' : 'desc' };
}

/** How many of the filters chosen on Charts narrow the report. */
export function countFilters({ games, integrations, operators }: ChartsPart): number {
  return [games, integrations, operators].filter((ids) => ids !== undefined).length;
}
