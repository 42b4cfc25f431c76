import { type Message, type ReportType, reportTypes } from '@ludus/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { ReportDeliveriesTable, ReportRunsTable } from './mailing-list.tables.ts';
import '../users/index.ts';

export type RunRow = Selectable<ReportRunsTable>;
export type DeliveryRow = Selectable<ReportDeliveriesTable>;

/** False when there is a run of that type for that time already, of another process perhaps. */
export async function insertRun(
  tx: Db,
  run: Pick<RunRow, 'id' | 'report_type' | 'due_at' | 'created_at' | 'addressed_at'>,
): Promise<boolean> {
  const result = await tx
    .insertInto('report_runs')
    .values({ ...run, job_id: null })
    .onConflict((conflict) => conflict.columns(['report_type', 'due_at']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateRunJob(tx: Db, id: string, jobId: string): Promise<void> {
  await tx.updateTable('report_runs').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** The latest time for which a run was scheduled, and whether it has not started yet. */
export async function findLastPlanned(
  tx: Db,
  type: ReportType,
): Promise<{ due_at: Date; is_open: boolean } | undefined> {
  const { rows } = await sql<{ due_at: Date; is_open: boolean }>`
    SELECT r.due_at, coalesce(j.state IN ('waiting', 'delayed'), false) AS is_open
    FROM report_runs r LEFT JOIN jobs j ON j.id = r.job_id
    WHERE r.report_type = ${type} AND r.due_at IS NOT NULL
    ORDER BY r.due_at DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/** The run, locked until the transaction ends. */
export function lockRun(tx: Db, id: string): Promise<RunRow | undefined> {
  return tx.selectFrom('report_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRecipients(
  tx: Db,
  runId: string,
  recipients: readonly string[],
  integrationId: number | null,
): Promise<void> {
  await tx
    .insertInto('report_deliveries')
    .values(recipients.map((recipient) => ({ run_id: runId, recipient, integration_id: integrationId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Makes a delivery of each entry of the type: of that integration and of ALL where one is given, which then limits them
 * all. Each entry has at most one in a run.
 */
export async function addressEntries(
  tx: Db,
  runId: string,
  type: ReportType,
  integrationId: number | null,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO report_deliveries (run_id, recipient, integration_id, entry_id)
    SELECT ${runId}::uuid, e.email, coalesce(${integrationId}::integer, e.integration_id), e.id
    FROM mailing_list_entries e
    WHERE e.report_type_id = ${reportTypes[type]}
      AND (${integrationId}::integer IS NULL OR e.integration_id IS NULL OR e.integration_id = ${integrationId})
    ORDER BY lower(e.email), e.id
    ON CONFLICT DO NOTHING`.execute(tx);
  await tx.updateTable('report_runs').set({ addressed_at: now }).where('id', '=', runId).execute();
}

/** The deliveries of a run in the order they were made. */
export function findDeliveries(db: Db, runId: string): Promise<DeliveryRow[]> {
  return db.selectFrom('report_deliveries').selectAll().where('run_id', '=', runId).orderBy('id').execute();
}

type DeliveryOfJob = Pick<DeliveryRow, 'recipient' | 'state' | 'refused' | 'reason'> & { job_id: string };

/** The deliveries of the newest jobs that send reports, those of a job in the order they were made. */
export async function findDeliveriesOfJobs(db: Db, mostJobs: number): Promise<DeliveryOfJob[]> {
  const { rows } = await sql<DeliveryOfJob>`
    SELECT j.id AS job_id, d.recipient, d.state, d.refused, d.reason
    FROM (
      SELECT id, created_at, (data ->> 'runId')::uuid AS run_id FROM jobs
      WHERE name = 'email-report' AND state <> 'cancelled'
      ORDER BY created_at DESC LIMIT ${mostJobs}
    ) AS j
    JOIN report_deliveries d ON d.run_id = j.run_id
    ORDER BY j.created_at DESC, j.id, d.id`.execute(db);
  return rows;
}

/** How a mail went. What has been sent stays sent. */
export async function updateDelivery(
  db: Db,
  id: string,
  outcome: Pick<DeliveryRow, 'reason' | 'refused' | 'failed_job'> & {
    state: 'sent' | 'failed';
    finished_at: Date;
  },
): Promise<void> {
  await db
    .updateTable('report_deliveries')
    .set({ ...outcome, reason: outcome.reason === null ? null : JSON.stringify(outcome.reason) })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}

/** For a job that has been given up: what still waits in its run has failed. */
export async function failWaiting(
  tx: Db,
  runId: string,
  { jobId, reason, now }: { jobId: string; reason: Message; now: Date },
): Promise<void> {
  await tx
    .updateTable('report_deliveries')
    .set({
      state: 'failed',
      reason: JSON.stringify(reason),
      refused: false,
      failed_job: jobId,
      finished_at: now,
    })
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .execute();
}

export interface PersonRow {
  subject: string | null;
  username: string;
  roles: string[];
  /** As their platform says; null for people with a subject, whose account names it. */
  integration_id: number | null;
  integration: string | null;
}

/** Everyone with that address, disabled people too. */
export async function findPeopleAt(db: Db, address: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT u.subject, u.username, u.roles, i.id AS integration_id, i.name AS integration
    FROM users u
    LEFT JOIN integrations i ON u.subject IS NULL AND i.id = u.integration_id AND i.deleted_at IS NULL
    WHERE lower(btrim(u.email)) = lower(btrim(${address}))
    ORDER BY u.id`.execute(db);
  return rows;
}

/** True when an account with that address was removed after the mail had been ordered. */
export async function wasRemovedSinceOrder(db: Db, { run_id, recipient }: DeliveryRow): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM token_revocations a, report_runs r
    WHERE r.id = ${run_id} AND a.valid_from IS NULL AND lower(btrim(a.email)) = lower(btrim(${recipient}))
      AND a.ended_at >= r.created_at
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** True when a person with that address left the provider's staff after the entry had been made. */
export async function hasLeftStaffSinceEntry(db: Db, { entry_id, recipient }: DeliveryRow): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM former_staff_addresses f, mailing_list_entries e
    WHERE e.id = ${entry_id} AND f.address = lower(btrim(${recipient})) AND f.left_at >= e.created_at`.execute(
    db,
  );
  return rows.length > 0;
}

/** Forgets runs and their deliveries from before an instant. */
export async function deleteRunsBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('report_runs')
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '<', before)]))
    .execute();
}
