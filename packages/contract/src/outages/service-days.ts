/** What a day of a service was: the worst that it knows of. */
export const serviceDayStates = ['up', 'degraded', 'maintenance', 'down', 'unknown'] as const;
export type ServiceDayState = (typeof serviceDayStates)[number];

/** Days that a status page shows, today included. */
export const statusDays = 90;
/** Checks in a row that open an outage, and that end it. */
export const checksToOpen = 3;
export const checksToClose = 3;
/** Shorter failures leave a day as it is: a lost packet is no bad day. */
export const degradedFromSeconds = 300;

/** Seconds of a service by what it was then; times without checks are in none. */
export interface ServiceSeconds {
  upSeconds: number;
  /** Checks failed, too few in a row for an outage. */
  degradedSeconds: number;
  downSeconds: number;
  maintenanceSeconds: number;
}

export function stateOfDay(day: ServiceSeconds): ServiceDayState {
  if (day.downSeconds > 0) return 'down';
  if (day.degradedSeconds >= degradedFromSeconds) return 'degraded';
  if (day.maintenanceSeconds > 0) return 'maintenance';
  return day.upSeconds + day.degradedSeconds > 0 ? 'up' : 'unknown';
}

/**
 * The part of the time with checks, outside of maintenances, in which there was no outage: (up + degraded) / (up + degraded + down).
 * Null where nothing is known.
 */
export function uptimeOf(days: readonly ServiceSeconds[]): number | null {
  let [good, all] = [0, 0];
  for (const { upSeconds, degradedSeconds, downSeconds } of days) {
    good += upSeconds + degradedSeconds;
    all += upSeconds + degradedSeconds + downSeconds;
  }
  return all === 0 ? null : good / all;
}
