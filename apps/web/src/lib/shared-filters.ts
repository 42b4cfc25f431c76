import { type Day, isDay, type Period, presetOf, presetPeriod } from './days.ts';
import { createPersistentStore } from './persistent-store.ts';

/** How figures are grouped in time. */
export const dateTypes = ['hour', 'day', 'month'] as const;
export type DateType = (typeof dateTypes)[number];

/** The filters that screens share. The URL is the truth: this only fills a URL that says nothing. */
export interface SharedFilters {
  from: Day | null;
  to: Day | null;
  /** The day on which the period was last shown: that is what "today" or "yesterday" was then. */
  shownOn: Day | null;
  dateType: DateType | null;
}

const noFilters: SharedFilters = { from: null, to: null, shownOn: null, dateType: null };

function readFilters(value: unknown): SharedFilters | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const { from, to, shownOn, dateType } = value as Record<string, unknown>;
  const hasPeriod = isDay(from) && isDay(to) && from <= to;
  return {
    from: hasPeriod ? from : null,
    to: hasPeriod ? to : null,
    shownOn: hasPeriod && isDay(shownOn) ? shownOn : null,
    dateType: dateTypes.find((type) => type === dateType) ?? null,
  };
}

// Kept for the visit only: coming back tomorrow must not silently show yesterday's period.
export const sharedFilters = createPersistentStore(
  'ludus.filters',
  noFilters,
  readFilters,
  () => sessionStorage,
);

/** Remembers the period that a screen shows on a day, for the next screen that is opened without one. */
export function rememberPeriod({ from, to }: Period, shownOn: Day): void {
  const before = sharedFilters.get();
  if (before.from === from && before.to === to && before.shownOn === shownOn) return;
  sharedFilters.set({ ...before, from, to, shownOn });
}

/** Null forgets it: the next screen groups as suits its period. */
export function rememberDateType(dateType: DateType | null): void {
  if (sharedFilters.get().dateType !== dateType) sharedFilters.set({ ...sharedFilters.get(), dateType });
}

/**
 * The period of a screen: the URL's, else the one remembered, else today. A remembered preset follows the days: what was
 * "today" when it was shown is today, not yesterday.
 */
export function periodFor(
  search: { from?: Day | undefined; to?: Day | undefined },
  todayInRome: Day,
): Period {
  if (search.from && search.to && search.from <= search.to) return { from: search.from, to: search.to };
  const { from, to, shownOn } = sharedFilters.get();
  if (!from || !to) return presetPeriod('today', todayInRome);
  const preset = shownOn && presetOf({ from, to }, shownOn);
  return preset ? presetPeriod(preset, todayInRome) : { from, to };
}

/** Whether the user wants the sidebar fixed (only where there is a choice). */
export const sidebarPinned = createPersistentStore('ludus.sidebar-pinned', true, (value) =>
  typeof value === 'boolean' ? value : undefined,
);
