import { type DifferenceClass, differenceClasses } from '@ludus/contract';
import { readDay, readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

/** What the URL of the screen holds. Absent is the default; a link reproduces the view. */
export interface ReconciliationSearch {
  /** The last day shown; yesterday where absent. */
  to?: string | undefined;
  /** The day that is open, of an integration. */
  integration?: number | undefined;
  day?: string | undefined;
  /** The class whose sessions are listed. */
  class?: DifferenceClass | undefined;
  page?: number | undefined;
  /** A file that was compared, or `new` for one that is to be. */
  file?: string | undefined;
}

export function readReconciliationSearch(input: SearchInput): ReconciliationSearch {
  return {
    to: readDay(input.to),
    integration: readInteger(input.integration, 1, 65_535),
    day: readDay(input.day),
    class: readOneOf(input.class, differenceClasses),
    page: readInteger(input.page, 1, 1_000),
    file: readText(input.file, 60),
  };
}
