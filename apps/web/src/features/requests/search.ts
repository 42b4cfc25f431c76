import { type GameRequestState, gameRequestStates } from '@ludus/contract';
import { readInteger, readOneOf, type SearchInput } from '../../lib/search.ts';

/** What a list of requests is narrowed to: one state, or all that wait for an answer. */
export type StateFilter = 'open' | GameRequestState;
export const stateFilters: readonly StateFilter[] = ['open', ...gameRequestStates];

/** What the URL of the requests holds. Absent is the default: all of them, the first page. */
export interface RequestsSearch {
  state?: StateFilter | undefined;
  integration?: number | undefined;
  page?: number | undefined;
  /** The request that is open. */
  id?: number | undefined;
}

export function readRequestsSearch(input: SearchInput): RequestsSearch {
  return {
    state: readOneOf(input.state, stateFilters),
    integration: readInteger(input.integration, 1, 65_535),
    page: readInteger(input.page, 2, 100_000),
    id: readInteger(input.id, 1, 2_147_483_647),
  };
}

export const hasFilters = ({ state, integration }: RequestsSearch): boolean =>
  state !== undefined || integration !== undefined;
