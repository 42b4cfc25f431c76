import { type DifferenceClass, differenceClasses, mostComparedDays } from '@ludus/contract';
import { addDays, addMonths, type Day, type Period, startOfMonth } from '../../lib/days.ts';
import { readDay, readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

/** What the URL of the screen holds. Absent is the default; a link reproduces the view. */
export interface ReconciliationSearch {
  /** The days shown; absent is the month of the open day, or the days that every night compares. Only `to` stands for the 31 days up to it. */
  from?: Day | undefined;
  to?: Day | undefined;
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
  const [from, to] = [readDay(input.from), readDay(input.to)];
  return {
    from: from !== undefined && to !== undefined && from <= to ? from : undefined,
    to,
    integration: readInteger(input.integration, 1, 65_535),
    day: readDay(input.day),
    class: readOneOf(input.class, differenceClasses),
    page: readInteger(input.page, 1, 1_000),
    file: readText(input.file, 60),
  };
}

/** The whole month of a day. */
export function monthOf(day: Day): Period {
  const from = startOfMonth(day);
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** The days that every night compares: the latest ones that are over. */
export const nightlyDays = (today: Day): Period => ({
  from: addDays(today, -mostComparedDays),
  to: addDays(today, -1),
});

/** The days that an address shows. */
export function daysOfSearch({ from, to, day }: ReconciliationSearch, today: Day): Partial<Period> {
  if (to !== undefined) return from === undefined ? { to } : { from, to };
  return day === undefined ? nightlyDays(today) : monthOf(day);
}
