import { type Day, isDay, type Period } from './days.ts';
import { stored } from './stored.ts';

/** How figures are grouped in time. */
export const dateTypes = ['hour', 'day', 'month'] as const;
export type DateType = (typeof dateTypes)[number];

/** SHELL-16: the filters that screens share. The URL is the truth: this only fills a URL that says nothing. */
export interface SharedFilters {
  from: Day | null;
  to: Day | null;
  dateType: DateType | null;
}

const noFilters: SharedFilters = { from: null, to: null, dateType: null };

function readFilters(value: unknown): SharedFilters | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const { from, to, dateType } = value as Record<string, unknown>;
  const hasPeriod = isDay(from) && isDay(to) && from <= to;
  return {
    from: hasPeriod ? from : null,
    to: hasPeriod ? to : null,
    dateType: dateTypes.find((type) => type === dateType) ?? null,
  };
}

// Kept for the visit only: coming back tomorrow must not silently show yesterday's period.
export const sharedFilters = stored('ludus.filters', noFilters, readFilters, () => sessionStorage);

/** Remembers the period a screen shows, for the next screen that is opened without one. */
export function rememberPeriod(period: Period): void {
  const before = sharedFilters.get();
  if (before.from === period.from && before.to === period.to) return;
  sharedFilters.set({ ...before, from: period.from, to: period.to });
}

export function rememberDateType(dateType: DateType): void {
  if (sharedFilters.get().dateType !== dateType) sharedFilters.set({ ...sharedFilters.get(), dateType });
}

/** The period of a screen: the URL's, else the one remembered, else the screen's own default. */
export function periodFor(
  search: { from?: Day | undefined; to?: Day | undefined },
  fallback: Period,
): Period {
  if (search.from && search.to && search.from <= search.to) return { from: search.from, to: search.to };
  const { from, to } = sharedFilters.get();
  return from && to ? { from, to } : fallback;
}

/** SHELL-13: whether the user wants the sidebar fixed (only where there is a choice). */
export const sidebarPinned = stored('ludus.sidebar-pinned', true, (value) =>
  typeof value === 'boolean' ? value : undefined,
);
