import { readInteger, type SearchInput } from '../../lib/search.ts';

/** What the URL of the status page holds: whose services, and the outage that is open. */
export interface StatusSearch {
  integration?: number | undefined;
  outage?: number | undefined;
}

export function readStatusSearch(input: SearchInput): StatusSearch {
  return {
    integration: readInteger(input.integration, 1, 65_535),
    outage: readInteger(input.outage, 1, 2_147_483_647),
  };
}
