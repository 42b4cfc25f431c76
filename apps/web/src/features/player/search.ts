import { readInteger, readOneOf, type SearchInput } from '../../lib/search.ts';

export const typeNames = ['real', 'fun', 'all'] as const;
export type TypeName = (typeof typeNames)[number];

/** What the address of a player's page holds; absent is real money and the first page of sessions. */
export interface PlayerSearch {
  type?: TypeName | undefined;
  page?: number | undefined;
}

export function readPlayerSearch(input: SearchInput): PlayerSearch {
  return { type: readOneOf(input.type, typeNames), page: readInteger(input.page, 1, 10_000_000) };
}
