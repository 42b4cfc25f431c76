/** Notifies operators' machines of maintenances. Beginning and end come with the clock, the rest with the change itself. */
import type { Severity, WebhookData, WebhookEventName } from '@ludus/contract';
import type { Db } from '../../infra/postgres/index.ts';
import { publishWebhook } from '../../infra/webhooks/index.ts';
import { endOf } from './maintenances.mapper.ts';
import { findMaintenances, type MaintenanceRow } from './maintenances.repo.ts';
import { takesPlace } from './maintenances.times.repo.ts';

type MaintenanceEvent = Extract<WebhookEventName, `maintenance.${string}`>;

export interface ToldMaintenance
  extends Pick<MaintenanceRow, 'id' | 'kind' | 'starts_at' | 'services' | 'description' | 'severity'> {
  ends_at?: Date | null | undefined;
  cancel_reason?: string | null | undefined;
}

/** Notifies each of the integrations. `key` distinguishes what may happen to a maintenance more than once. */
export async function publishMaintenance(
  tx: Db,
  type: MaintenanceEvent,
  row: ToldMaintenance,
  { integrationIds, at, key = '' }: { integrationIds: readonly number[]; at: Date; key?: string },
): Promise<void> {
  const data: Omit<WebhookData<'maintenance.announced'>, 'integrationId'> = {
    maintenanceId: row.id,
    kind: row.kind,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    services: row.services,
    description: row.description,
    severity: row.severity as Severity,
  };
  for (const integrationId of integrationIds) {
    const event = { integrationId, at, key: `${row.id} ${key}` };
    if (type === 'maintenance.cancelled')
      await publishWebhook(tx, { ...event, type, data: { ...data, reason: row.cancel_reason ?? '' } });
    else await publishWebhook(tx, { ...event, type, data });
  }
}

/** How long after it an event of the clock is still published, should the hub have been down. */
const lateMs = 24 * 3_600_000;

/** Publishes what has begun and ended by now, each once. */
export async function publishMaintenanceTimes(db: Db, now: Date): Promise<void> {
  const isRecent = (at: Date) => at <= now && at.getTime() > now.getTime() - lateMs;
  for (const row of await findMaintenances(db, { kind: 'all' })) {
    if (row.cancelled_at !== null) continue;
    const integrationIds = row.integrations
      .filter(({ confirmed }) => takesPlace({ confirmed, severity: row.severity }))
      .map(({ id }) => id);
    for (const [type, at] of [
      ['maintenance.started', row.starts_at],
      ['maintenance.ended', endOf(row)],
    ] as const)
      if (isRecent(at)) await publishMaintenance(db, type, row, { integrationIds, at });
  }
}
