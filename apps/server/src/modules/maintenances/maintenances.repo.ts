import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
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
    reason: string | null;
  }[];
}

export type Answer = Pick<
  MaintenanceIntegrationsTable,
  'confirmed' | 'answered_at' | 'answered_by' | 'reason'
>;

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
          'answered_at', floor(extract(epoch FROM mi.answered_at) * 1000), 'answered_by', mi.answered_by,
          'reason', mi.reason)
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
): Promise<
  | (Pick<
      Selectable<MaintenancesTable>,
      'description' | 'severity' | 'kind' | 'starts_at' | 'cancelled_at'
    > & {
      name: string;
    } & Answer)
  | undefined
> {
  return tx
    .selectFrom('maintenance_integrations as mi')
    .innerJoin('maintenances as m', 'm.id', 'mi.maintenance_id')
    .innerJoin('integrations as i', 'i.id', 'mi.integration_id')
    .select([
      'm.description',
      'm.severity',
      'm.kind',
      'm.starts_at',
      'm.cancelled_at',
      'i.name',
      'mi.confirmed',
      'mi.answered_at',
      'mi.answered_by',
      'mi.reason',
    ])
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

/** Makes a maintenance wait for the confirmations of all its integrations again. */
export async function clearAnswers(tx: Db, maintenanceId: number): Promise<void> {
  await tx
    .updateTable('maintenance_integrations')
    .set({ confirmed: null, answered_at: null, answered_by: null, reason: null })
    .where('maintenance_id', '=', maintenanceId)
    .execute();
}

/** Takes an integration out of every maintenance it was notified of. */
export async function deleteAnswers(tx: Db, integrationId: number): Promise<void> {
  await tx.deleteFrom('maintenance_integrations').where('integration_id', '=', integrationId).execute();
}

/** Keeps changes of a maintenance apart until the transaction ends. */
export async function lockMaintenance(tx: Db, id: number): Promise<void> {
  await tx.selectFrom('maintenances').select('id').where('id', '=', id).forUpdate().execute();
}

/** Changes a maintenance, as of which calendars have another version of it. */
export async function updateMaintenance(
  tx: Db,
  id: number,
  change: Pick<
    Updateable<MaintenancesTable>,
    'starts_at' | 'ends_at' | 'description' | 'cancelled_at' | 'cancel_reason'
  > & { changed_at: Date },
): Promise<void> {
  await tx
    .updateTable('maintenances')
    .set((eb) => ({ ...change, sequence: eb('sequence', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export interface DueReminder {
  maintenanceId: number;
  integrationId: number;
  hours: number;
}

/**
 * The reminders that are due and were not sent, of maintenances that have not begun. One that was announced later than its reminder
 * would have been is not reminded of at that distance.
 */
export async function findDueReminders(db: Db, now: Date, hours: readonly number[]): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    SELECT mi.maintenance_id AS "maintenanceId", mi.integration_id AS "integrationId", h.hours
    FROM maintenances m
    JOIN maintenance_integrations mi ON mi.maintenance_id = m.id
    CROSS JOIN unnest(${hours}::integer[]) AS h (hours)
    WHERE m.cancelled_at IS NULL AND m.starts_at > ${now}::timestamptz
      AND m.starts_at - make_interval(hours => h.hours) <= ${now}::timestamptz
      AND m.created_at < m.starts_at - make_interval(hours => h.hours)
      AND NOT EXISTS (
        SELECT FROM maintenance_reminders r
        WHERE r.maintenance_id = m.id AND r.integration_id = mi.integration_id AND r.hours_before = h.hours
      )
    ORDER BY m.starts_at, m.id, mi.integration_id, h.hours`.execute(db);
  return rows;
}

/** For a maintenance at another time: reminders count from its new start, and those whose time has passed are not sent. */
export async function restartReminders(
  tx: Db,
  { id, startsAt, now, hours }: { id: number; startsAt: Date; now: Date; hours: readonly number[] },
): Promise<void> {
  await tx.deleteFrom('maintenance_reminders').where('maintenance_id', '=', id).execute();
  await sql`
    INSERT INTO maintenance_reminders (maintenance_id, integration_id, hours_before, sent_at)
    SELECT mi.maintenance_id, mi.integration_id, h.hours, ${now}::timestamptz
    FROM maintenance_integrations mi CROSS JOIN unnest(${hours}::integer[]) AS h (hours)
    WHERE mi.maintenance_id = ${id}
      AND ${startsAt}::timestamptz - make_interval(hours => h.hours) <= ${now}::timestamptz`.execute(tx);
}

/** Returns false when another process was faster. */
export async function insertReminder(
  tx: Db,
  { maintenanceId, integrationId, hours }: DueReminder,
  sentAt: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('maintenance_reminders')
    .values({
      maintenance_id: maintenanceId,
      integration_id: integrationId,
      hours_before: hours,
      sent_at: sentAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hours_before')
    .executeTakeFirst();
  return row !== undefined;
}
