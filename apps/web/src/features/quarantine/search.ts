import { readInteger, readText, type SearchInput } from '../../lib/search.ts';

/** What the URL of the quarantine holds. Absent is the default; a link reproduces the view. */
export interface QuarantineSearch {
  integration?: number | undefined;
  /** The fetch, or other source, that received the rows last. */
  job?: string | undefined;
  page?: number | undefined;
  /** The row that is open; it opens where the page has it. */
  row?: string | undefined;
}

export function readQuarantineSearch(input: SearchInput): QuarantineSearch {
  return {
    integration: readInteger(input.integration, 1, 65_535),
    job: readText(input.job, 60),
    page: readInteger(input.page, 1, 1_000_000),
    row: readText(input.row, 20),
  };
}
