/** When maintenances are: their ends, and which of them concern an instant or a service. */
import type { Service } from '@ludus/contract';
import { romeDay, romeDayStart, startOfRomeDay } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import './maintenances.tables.ts';

const hourMs = 3_600_000;
/** How long one lasts that was announced with its start only, unless it is a plain day. */
export const assumedHours = 4;

/** The end of a maintenance without one: a plain day lasts that day, of 23 or 25 hours where it has them. */
export function assumedEnd(startsAt: Date, hours = assumedHours): Date {
  const isWholeDay = startsAt.getTime() === startOfRomeDay(startsAt).getTime();
  return isWholeDay
    ? new Date(romeDayStart(romeDay(new Date(startsAt.getTime() + 26 * hourMs))))
    : new Date(startsAt.getTime() + hours * hourMs);
}

/** When a maintenance of an integration is, and whether it has refused it. */
export interface MaintenanceTime {
  id: number;
  integrationId: number;
  startsAt: Date;
  /** Null where only the start was announced. */
  endsAt: Date | null;
  severity: number;
  confirmed: boolean | null;
  /** Empty is all of them. */
  services: Service[];
}

/**
 * The maintenances of every integration that begin before `to` and end after `from`, without cancelled ones. One without an end
 * counts when it begins within the range.
 */
export async function findMaintenanceTimes(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<MaintenanceTime[]> {
  const rows = await db
    .selectFrom('maintenance_integrations as mi')
    .innerJoin('maintenances as m', 'm.id', 'mi.maintenance_id')
    .select([
      'm.id',
      'm.starts_at',
      'm.ends_at',
      'm.severity',
      'm.services',
      'mi.integration_id',
      'mi.confirmed',
    ])
    .where((eb) => eb(eb.fn.coalesce('m.ends_at', 'm.starts_at'), '>=', from))
    .where('m.starts_at', '<', to)
    .where('m.cancelled_at', 'is', null)
    .orderBy('m.starts_at')
    .execute();
  return rows.map(({ id, starts_at, ends_at, severity, services, integration_id, confirmed }) => ({
    id,
    integrationId: integration_id,
    startsAt: starts_at,
    endsAt: ends_at,
    severity,
    confirmed,
    services,
  }));
}

/** Whether a maintenance takes place as far as an integration is concerned: what it has denied may not, unless it is critical. */
export const takesPlace = ({ confirmed, severity }: Pick<MaintenanceTime, 'confirmed' | 'severity'>) =>
  confirmed !== false || severity === 4;
