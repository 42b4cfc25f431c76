import { readInteger, readOneOf, type SearchInput } from '../../lib/search.ts';
import { type ApprovalKind, type ChangeRequestState, changeKindNames, changeStateNames } from './names.ts';

/** What the URL of the approvals holds. Absent is the default: all of them, the first page. */
export interface ApprovalsSearch {
  state?: ChangeRequestState | undefined;
  kind?: ApprovalKind | undefined;
  page?: number | undefined;
  /** The request that is open. */
  id?: number | undefined;
}

export function readApprovalsSearch(input: SearchInput): ApprovalsSearch {
  return {
    state: readOneOf(input.state, changeStateNames),
    kind: readOneOf(input.kind, changeKindNames),
    page: readInteger(input.page, 2, 100_000),
    id: readInteger(input.id, 1, 2_147_483_647),
  };
}

export const hasFilters = ({ state, kind }: ApprovalsSearch): boolean =>
  state !== undefined || kind !== undefined;
