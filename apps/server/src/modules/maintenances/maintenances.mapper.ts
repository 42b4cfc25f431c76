import type { Maintenance, Severity } from '@ludus/contract';
import type { References } from '../integrations/index.ts';
import type { MaintenanceRow } from './maintenances.repo.ts';
import type { AnnouncedMaintenance } from './maintenances.texts.ts';
import { assumedEnd } from './maintenances.times.repo.ts';

type Times = Pick<MaintenanceRow, 'starts_at' | 'ends_at'>;

/** When a maintenance ends, as announced or assumed. */
export const endOf = ({ starts_at, ends_at }: Times): Date => ends_at ?? assumedEnd(starts_at);

/** What the notification of a maintenance says. */
export const announcedOf = (
  row: Times & Pick<MaintenanceRow, 'kind' | 'description' | 'severity' | 'services' | 'game_ids'>,
  references: Pick<References, 'games'>,
): AnnouncedMaintenance => ({
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  kind: row.kind,
  description: row.description,
  severity: row.severity as Severity,
  services: row.services,
  games: namedGames(row, references),
});

const namedGames = ({ game_ids }: Pick<MaintenanceRow, 'game_ids'>, { games }: Pick<References, 'games'>) =>
  game_ids.map((id) => ({ id, name: games.get(id)?.summary.name ?? `#${id}` }));

export function maintenanceOf(row: MaintenanceRow, references: Pick<References, 'games'>): Maintenance {
  return {
    id: row.id,
    date: row.starts_at.toISOString(),
    endsAt: endOf(row).toISOString(),
    isEndAssumed: row.ends_at === null,
    kind: row.kind,
    description: row.description,
    severity: row.severity as Severity,
    services: row.services,
    games: namedGames(row, references),
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at?.toISOString() ?? null,
    sequence: row.sequence,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    cancelReason: row.cancel_reason,
    integrations: row.integrations.map(({ id, name, confirmed, answered_at, answered_by, reason }) => ({
      id,
      name,
      maintenance_integrations: {
        confirmed,
        answeredAt: answered_at === null ? null : new Date(answered_at).toISOString(),
        answeredBy: answered_by,
        reason,
      },
    })),
  };
}
