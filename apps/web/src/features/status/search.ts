import { readInteger, readText, type SearchInput } from '../../lib/search.ts';

/** What the URL of the status page holds: whose services, the outage that is open, and for an integration which of its pages. */
export interface StatusSearch {
  integration?: number | undefined;
  outage?: number | undefined;
  view?: 'conformance' | undefined;
  /** The run of the conformance checks that is open. */
  run?: string | undefined;
}

export function readStatusSearch(input: SearchInput): StatusSearch {
  return {
    integration: readInteger(input.integration, 1, 65_535),
    outage: readInteger(input.outage, 1, 2_147_483_647),
    view: input.view === 'conformance' ? input.view : undefined,
    run: readText(input.run),
  };
}
