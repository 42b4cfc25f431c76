import type { Service } from '@ludus/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { DaySums, ServiceRun } from './outages.runs.ts';
import type { OutageEventsTable, OutageRecipientsTable, OutagesTable } from './outages.tables.ts';

export interface OutageRow extends Selectable<OutagesTable> {
  services: { service: Service; isOpen: boolean }[];
}
export type EventRow = Selectable<OutageEventsTable>;

/** One round of checks at a time: two processes must not count the same minutes. */
export async function lockServices(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('service states', 0))`.execute(tx);
}

/** Forgets where the services of an integration stand. */
export async function deleteRuns(tx: Db, integrationId: number): Promise<void> {
  await tx.deleteFrom('service_states').where('integration_id', '=', integrationId).execute();
}

export interface StoredRun {
  integrationId: number;
  service: Service;
  run: ServiceRun;
}

export async function findRuns(db: Db, integrationIds: readonly number[] | null): Promise<StoredRun[]> {
  const rows = await db
    .selectFrom('service_states')
    .selectAll()
    .$if(integrationIds !== null, (query) =>
      query.where('integration_id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .execute();
  return rows.map((row) => ({
    integrationId: row.integration_id,
    service: row.service,
    run: {
      checkedAt: row.checked_at,
      isFailing: row.is_failing,
      length: row.run_length,
      since: row.run_since,
      countedUntil: row.counted_until,
      isDown: row.is_down,
      isHeld: row.is_held,
    },
  }));
}

export async function saveRuns(tx: Db, runs: readonly StoredRun[]): Promise<void> {
  if (runs.length === 0) return;
  await tx
    .insertInto('service_states')
    .values(
      runs.map(({ integrationId, service, run }) => ({
        integration_id: integrationId,
        service,
        checked_at: run.checkedAt,
        is_failing: run.isFailing,
        run_length: run.length,
        run_since: run.since,
        counted_until: run.countedUntil,
        is_down: run.isDown,
        is_held: run.isHeld,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'service']).doUpdateSet((eb) => ({
        checked_at: eb.ref('excluded.checked_at'),
        is_failing: eb.ref('excluded.is_failing'),
        run_length: eb.ref('excluded.run_length'),
        run_since: eb.ref('excluded.run_since'),
        counted_until: eb.ref('excluded.counted_until'),
        is_down: eb.ref('excluded.is_down'),
        is_held: eb.ref('excluded.is_held'),
      })),
    )
    .execute();
}

export interface DayAddition {
  integrationId: number;
  service: Service;
  day: string;
  checks: number;
  failedChecks: number;
  sums: DaySums;
}

/** Adds to days, each at most once in a call. */
export async function addToDays(tx: Db, additions: readonly DayAddition[]): Promise<void> {
  if (additions.length === 0) return;
  await tx
    .insertInto('service_days')
    .values(
      additions.map(({ integrationId, service, day, checks, failedChecks, sums }) => ({
        integration_id: integrationId,
        service,
        day,
        checks,
        failed_checks: failedChecks,
        up_ms: sums.up,
        degraded_ms: sums.degraded,
        down_ms: sums.down,
        maintenance_ms: sums.maintenance,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'service', 'day']).doUpdateSet({
        checks: sql`service_days.checks + excluded.checks`,
        failed_checks: sql`service_days.failed_checks + excluded.failed_checks`,
        up_ms: sql`service_days.up_ms + excluded.up_ms`,
        degraded_ms: sql`service_days.degraded_ms + excluded.degraded_ms`,
        down_ms: sql`service_days.down_ms + excluded.down_ms`,
        maintenance_ms: sql`service_days.maintenance_ms + excluded.maintenance_ms`,
      }),
    )
    .execute();
}

export interface StoredDay {
  integration_id: number;
  service: Service;
  day: string;
  checks: number;
  failed_checks: number;
  up_ms: string;
  degraded_ms: string;
  down_ms: string;
  maintenance_ms: string;
}

export async function findDays(
  db: Db,
  integrationIds: readonly number[] | null,
  from: string,
): Promise<StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    SELECT integration_id, service, to_char(day, 'YYYY-MM-DD') AS day, checks, failed_checks,
      up_ms, degraded_ms, down_ms, maintenance_ms
    FROM service_days
    WHERE day >= ${from}::date
      AND (${integrationIds === null} OR integration_id = ANY(${integrationIds ?? []}::integer[]))
    ORDER BY day`.execute(db);
  return rows;
}

const outageColumns = sql`
  SELECT o.*, (
    SELECT coalesce(json_agg(json_build_object('service', s.service, 'isOpen', s.closed_at IS NULL)
      ORDER BY s.opened_at, s.service), '[]')
    FROM outage_services s WHERE s.outage_id = o.id
  ) AS services
  FROM outages o`;

/** Those of integrations that go on or ended since, the latest first. */
export async function findOutages(
  db: Db,
  integrationIds: readonly number[] | null,
  since: Date,
): Promise<OutageRow[]> {
  const { rows } = await sql<OutageRow>`${outageColumns}
    WHERE (o.closed_at IS NULL OR o.closed_at >= ${since}::timestamptz)
      AND (${integrationIds === null} OR o.integration_id = ANY(${integrationIds ?? []}::integer[]))
    ORDER BY o.opened_at DESC, o.id DESC LIMIT 500`.execute(db);
  return rows;
}

export async function findOutage(db: Db, id: number): Promise<OutageRow | undefined> {
  const { rows } = await sql<OutageRow>`${outageColumns} WHERE o.id = ${id}::integer`.execute(db);
  return rows[0];
}

export async function findOpenOutages(db: Db): Promise<OutageRow[]> {
  const { rows } = await sql<OutageRow>`${outageColumns} WHERE o.closed_at IS NULL`.execute(db);
  return rows;
}

export async function insertOutage(tx: Db, integrationId: number, openedAt: Date): Promise<number> {
  const { id } = await tx
    .insertInto('outages')
    .values({ integration_id: integrationId, opened_at: openedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a service to an outage, or opens it there again. */
export async function openService(tx: Db, outageId: number, service: Service, openedAt: Date): Promise<void> {
  await tx
    .insertInto('outage_services')
    .values({ outage_id: outageId, service, opened_at: openedAt })
    .onConflict((conflict) => conflict.columns(['outage_id', 'service']).doUpdateSet({ closed_at: null }))
    .execute();
}

/** Closes a service of an outage, or all of them that are open. */
export async function closeServices(
  tx: Db,
  outageId: number,
  closedAt: Date,
  service?: Service,
): Promise<void> {
  await tx
    .updateTable('outage_services')
    .set({ closed_at: closedAt })
    .where('outage_id', '=', outageId)
    .where('closed_at', 'is', null)
    .$if(service !== undefined, (query) => query.where('service', '=', service as Service))
    .execute();
}

export async function updateOutage(
  tx: Db,
  id: number,
  change: Partial<
    Pick<Insertable<OutagesTable>, 'closed_at' | 'closed_by' | 'open_sessions' | 'figures_as_of'>
  >,
): Promise<void> {
  await tx.updateTable('outages').set(change).where('id', '=', id).execute();
}

export async function insertEvent(
  tx: Db,
  event: Pick<Insertable<OutageEventsTable>, 'outage_id' | 'at' | 'kind'> &
    Partial<Insertable<OutageEventsTable>>,
): Promise<number> {
  const { id } = await tx
    .insertInto('outage_events')
    .values({
      ...event,
      detail: event.detail === undefined ? null : JSON.stringify(event.detail),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function findEvents(db: Db, outageId: number): Promise<EventRow[]> {
  return db.selectFrom('outage_events').selectAll().where('outage_id', '=', outageId).orderBy('id').execute();
}

/** An event that no one was notified of yet, locked; undefined when it was, or is gone. */
export async function lockUntoldEvent(tx: Db, id: number): Promise<EventRow | undefined> {
  return tx
    .selectFrom('outage_events')
    .selectAll()
    .where('id', '=', id)
    .where('notices', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveTold(
  tx: Db,
  id: number,
  {
    notices,
    mails,
    recipients,
  }: { notices: number; mails: number; recipients: readonly Omit<RecipientRow, 'event_id'>[] },
): Promise<void> {
  await tx.updateTable('outage_events').set({ notices, mails }).where('id', '=', id).execute();
  if (recipients.length === 0) return;
  const rows = recipients.map((recipient) => ({ ...recipient, event_id: id }));
  await tx.insertInto('outage_recipients').values(rows).execute();
}

export type RecipientRow = Selectable<OutageRecipientsTable>;

/** Who was notified of the events of an outage: people of the provider first, each side by name. */
export function findRecipients(db: Db, outageId: number): Promise<RecipientRow[]> {
  return db
    .selectFrom('outage_recipients')
    .innerJoin('outage_events', 'outage_events.id', 'outage_recipients.event_id')
    .selectAll('outage_recipients')
    .where('outage_events.outage_id', '=', outageId)
    .orderBy(sql`integration_id IS NOT NULL`)
    .orderBy('outage_recipients.username')
    .execute();
}

/** Keeps services that are closed by hand from opening another outage before they respond well. */
export async function holdServices(tx: Db, integrationId: number): Promise<void> {
  await tx
    .updateTable('service_states')
    .set({ is_down: false, is_held: true })
    .where('integration_id', '=', integrationId)
    .where('is_down', '=', true)
    .execute();
}

export async function deleteOldDays(tx: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM service_days WHERE (integration_id, service, day) IN (
      SELECT integration_id, service, day FROM service_days WHERE day < ${before}::date LIMIT ${limit}
    )`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}
