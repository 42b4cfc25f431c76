import type { Maintenance, Service } from '@ludus/contract';

/** The maintenance that affects a service now, the one that ends last of several; undefined without one. */
export function runningMaintenance(
  all: readonly Maintenance[],
  service: Service,
  now: number,
): Maintenance | undefined {
  return all
    .filter(
      ({ date, endsAt, services }) =>
        Date.parse(date) <= now &&
        Date.parse(endsAt) > now &&
        (services.length === 0 || services.includes(service)),
    )
    .toSorted((one, other) => Date.parse(other.endsAt) - Date.parse(one.endsAt))[0];
}
