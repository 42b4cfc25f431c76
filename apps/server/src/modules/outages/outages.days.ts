import type { ServiceSeconds } from '@ludus/contract';
import type { StoredDay } from './outages.repo.ts';

const seconds = (ms: string) => Math.round(Number(ms) / 1_000);

/** What a stored day was, in seconds. */
export function secondsOf(day: StoredDay): ServiceSeconds {
  return {
    upSeconds: seconds(day.up_ms),
    degradedSeconds: seconds(day.degraded_ms),
    downSeconds: seconds(day.down_ms),
    maintenanceSeconds: seconds(day.maintenance_ms),
  };
}

/** Several days together. */
export function sumOf(stored: readonly StoredDay[]): ServiceSeconds {
  const sum = { upSeconds: 0, degradedSeconds: 0, downSeconds: 0, maintenanceSeconds: 0 };
  for (const one of stored.map(secondsOf)) {
    sum.upSeconds += one.upSeconds;
    sum.degradedSeconds += one.degradedSeconds;
    sum.downSeconds += one.downSeconds;
    sum.maintenanceSeconds += one.maintenanceSeconds;
  }
  return sum;
}
