import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../infra/postgres/index.ts';
import type { ServiceChecksTable } from '../integrations.tables.ts';

export type CheckRow = Selectable<ServiceChecksTable>;

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };
export type LatestCheckRow = { integration_id: number; name: string } & Nullable<
  Omit<CheckRow, 'integration_id'>
>;

/** The last check of each active integration, by name; the columns are null where there was none yet. */
export function findLatestChecks(
  db: Db,
  integrationIds: readonly number[] | null,
): Promise<LatestCheckRow[]> {
  return db
    .selectFrom('integrations')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('service_checks')
          .select(['checked_at', 'gaming', 'data', 'play', 'launch', 'reasons', 'latencies'])
          .whereRef('service_checks.integration_id', '=', 'integrations.id')
          .orderBy('checked_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'integrations.id as integration_id',
      'integrations.name',
      'last.checked_at',
      'last.gaming',
      'last.data',
      'last.play',
      'last.launch',
      'last.reasons',
      'last.latencies',
    ])
    .where('integrations.is_active', '=', true)
    .$if(integrationIds !== null, (query) =>
      query.where('integrations.id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .orderBy(sql`lower(integrations.name)`)
    .execute();
}

/** The checks of an integration from an instant on, oldest first. */
export function findChecksSince(db: Db, integrationId: number, since: Date): Promise<CheckRow[]> {
  return db
    .selectFrom('service_checks')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .where('checked_at', '>=', since)
    .orderBy('checked_at')
    .execute();
}

export async function insertChecks(db: Db, rows: readonly CheckRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('service_checks')
    .values(
      rows.map((row) => ({
        ...row,
        reasons: JSON.stringify(row.reasons),
        latencies: JSON.stringify(row.latencies),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets the checks before an instant. */
export async function deleteChecksBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('service_checks').where('checked_at', '<', before).execute();
}
