import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const tabs = ['operators', 'contacts'] as const;
export type Tab = (typeof tabs)[number];

/** Rows on a page of contacts; the first is the default. */
export const pageSizes = [10, 20, 50] as const;
export type PageSize = (typeof pageSizes)[number];

// Here, and not with the rows: the reader of the address is loaded with the hub.
export const operatorSorts = [
  'name',
  'integration',
  'platform',
  'gamesPlayed',
  'sessionsTotal',
  'bet',
  'grosswin',
  'netwin',
  'lastDay',
] as const;
export type OperatorSort = (typeof operatorSorts)[number];

export interface OperatorsSearch {
  /** Absent is the operators. */
  tab?: 'contacts' | undefined;
  search?: string | undefined;
  /** Absent is by bet. */
  sort?: OperatorSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  size?: PageSize | undefined;
}

/** `?tab=contacts&page=2&size=20`; operators by bet, the first page and ten rows go without saying. */
export function readOperatorsSearch(input: SearchInput): OperatorsSearch {
  const size = pageSizes.find((candidate) => candidate === readInteger(input.size, 1, 100));
  return {
    tab: readOneOf(input.tab, ['contacts']),
    search: readText(input.search, 120),
    sort: readOneOf(input.sort, operatorSorts),
    direction: readOneOf(input.direction, ['asc', 'desc']),
    page: readInteger(input.page, 2, 1_000),
    size: size === pageSizes[0] ? undefined : size,
  };
}

/** The order of the URL. Figures and dates start with the highest, names with A. */
export function sortOf({ sort = 'bet', direction }: OperatorsSearch): { id: OperatorSort; desc: boolean } {
  const isName = sort === 'name' || sort === 'integration' || sort === 'platform';
  return { id: sort, desc: direction === undefined ? !isName : direction === 'desc' };
}
