import { readInteger, type SearchInput } from '../../lib/search.ts';

/** Rows on a page; the first is the default. */
export const pageSizes = [10, 20, 50] as const;
export type PageSize = (typeof pageSizes)[number];

export interface OperatorsSearch {
  page?: number | undefined;
  size?: PageSize | undefined;
}

/** `?page=2&size=20`; the first page and ten rows go without saying. */
export function readOperatorsSearch(input: SearchInput): OperatorsSearch {
  const page = readInteger(input.page, 2, 1_000);
  const size = pageSizes.find((candidate) => candidate === readInteger(input.size, 1, 100));
  return { page, size: size === pageSizes[0] ? undefined : size };
}
