import { type Insertable, type Selectable, sql } from 'kysely';
import type { IntegrationScope } from '../../infra/access/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { MaintenanceIntegrationsTable, MaintenancesTable } from './maintenances.tables.ts';
import '../integrations/index.ts';

export interface MaintenanceRow extends Selectable<MaintenancesTable> {
  integrations: {
    id: number;
    name: string;
    confirmed: boolean | null;
    /** Milliseconds since 1970. */
    answered_at: number | null;
    answered_by: string | null;
  }[];
}

export type Answer = Pick<MaintenanceIntegrationsTable, 'confirmed' | 'answered_at' | 'answered_by'>;

/**
 * Maintenances in the order they were announced, each with the confirmations of the integrations that the view shows. A view
 * of one integration holds nothing but its own; `id` leaves one of them.
 */
export async function findMaintenances(
  db: Db,
  view: IntegrationScope,
  id: number | null = null,
): Promise<MaintenanceRow[]> {
  const own = view.kind === 'one' ? view.id : null;
  const { rows } = await sql<MaintenanceRow>`
    SELECT m.*, coalesce(notified.integrations, '[]') AS integrations
    FROM maintenances m
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object(
          'id', i.id, 'name', i.name, 'confirmed', mi.confirmed,
          'answered_at', floor(extract(epoch FROM mi.answered_at) * 1000), 'answered_by', mi.answered_by)
        ORDER BY lower(i.name)) AS integrations
      FROM maintenance_integrations mi JOIN integrations i ON i.id = mi.integration_id
      WHERE mi.maintenance_id = m.id AND (${view.kind === 'all'} OR mi.integration_id = ${own}::integer)
    ) AS notified ON true
    WHERE (${view.kind === 'all'} OR notified.integrations IS NOT NULL)
      AND (${id}::integer IS NULL OR m.id = ${id}::integer)
    ORDER BY m.created_at, m.id`.execute(db);
  return rows;
}

export async function insertMaintenance(
  tx: Db,
  row: Insertable<MaintenancesTable>,
  answers: readonly (Answer & { integration_id: number })[],
): Promise<number> {
  const { id } = await tx.insertInto('maintenances').values(row).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('maintenance_integrations')
    .values(answers.map((answer) => ({ ...answer, maintenance_id: id })))
    .execute();
  return id;
}

/** An integration's confirmation so far, locked until the transaction ends; undefined when it was not notified. */
export function lockAnswer(
  tx: Db,
  maintenanceId: number,
  integrationId: number,
): Promise<(Pick<MaintenancesTable, 'description' | 'severity'> & { name: string } & Answer) | undefined> {
  return tx
    .selectFrom('maintenance_integrations as mi')
    .innerJoin('maintenances as m', 'm.id', 'mi.maintenance_id')
    .innerJoin('integrations as i', 'i.id', 'mi.integration_id')
    .select(['m.description', 'm.severity', 'i.name', 'mi.confirmed', 'mi.answered_at', 'mi.answered_by'])
    .where('mi.maintenance_id', '=', maintenanceId)
    .where('mi.integration_id', '=', integrationId)
    .forUpdate('mi')
    .executeTakeFirst();
}

export async function updateAnswer(
  tx: Db,
  maintenanceId: number,
  integrationId: number,
  answer: Answer,
): Promise<void> {
  await tx
    .updateTable('maintenance_integrations')
    .set(answer)
    .where('maintenance_id', '=', maintenanceId)
    .where('integration_id', '=', integrationId)
    .execute();
}

/** Takes an integration out of every maintenance it was notified of. */
export async function deleteAnswers(tx: Db, integrationId: number): Promise<void> {
  await tx.deleteFrom('maintenance_integrations').where('integration_id', '=', integrationId).execute();
}

/** When a maintenance of an integration begins, and whether it has refused it. */
export interface MaintenanceTime {
  id: number;
  integrationId: number;
  startsAt: Date;
  severity: number;
  confirmed: boolean | null;
}

/** The maintenances of every integration that begin within a range, half-open. */
export async function findMaintenanceTimes(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<MaintenanceTime[]> {
  const rows = await db
    .selectFrom('maintenance_integrations as mi')
    .innerJoin('maintenances as m', 'm.id', 'mi.maintenance_id')
    .select(['m.id', 'm.starts_at', 'm.severity', 'mi.integration_id', 'mi.confirmed'])
    .where('m.starts_at', '>=', from)
    .where('m.starts_at', '<', to)
    .orderBy('m.starts_at')
    .execute();
  return rows.map(({ id, starts_at, severity, integration_id, confirmed }) => ({
    id,
    integrationId: integration_id,
    startsAt: starts_at,
    severity,
    confirmed,
  }));
}
