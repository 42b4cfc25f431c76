import type { Message } from '@ludus/contract';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { MailingListEntriesTable } from './mailing-list.tables.ts';
import '../integrations/index.ts';

export interface EntryRow {
  id: number;
  email: string;
  report_type_id: number;
  integration_id: number | null;
  integration: string | null;
  delivered_at: Date | null;
  delivered_state: 'sent' | 'failed' | null;
  delivered_reason: Message | null;
}

/** Entries by address, each with how its last report went; `id` leaves one of them. */
export async function findEntries(db: Db, id: number | null = null): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT e.id, e.email, e.report_type_id, e.integration_id, i.name AS integration,
      d.finished_at AS delivered_at, d.state AS delivered_state, d.reason AS delivered_reason
    FROM mailing_list_entries e
    LEFT JOIN integrations i ON i.id = e.integration_id
    LEFT JOIN LATERAL (
      SELECT finished_at, state, reason FROM report_deliveries
      WHERE entry_id = e.id AND state <> 'waiting'
      ORDER BY finished_at DESC, id DESC LIMIT 1
    ) AS d ON true
    WHERE ${id}::integer IS NULL OR e.id = ${id}
    ORDER BY lower(e.email), e.report_type_id, lower(i.name) NULLS FIRST, e.id`.execute(db);
  return rows;
}

type NewEntry = Insertable<MailingListEntriesTable>;

/** Undefined when that address gets that report of that integration already. */
export async function insertEntry(tx: Db, entry: NewEntry): Promise<number | undefined> {
  const row = await tx
    .insertInto('mailing_list_entries')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Until the transaction ends, the list stays as it is for everyone else. */
export async function lockEntries(tx: Db): Promise<void> {
  await sql`LOCK TABLE mailing_list_entries IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** Whether another entry with the address of this one has this type and integration. */
export async function hasTwin(
  tx: Db,
  id: number,
  { report_type_id, integration_id }: Pick<NewEntry, 'report_type_id' | 'integration_id'>,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM mailing_list_entries own JOIN mailing_list_entries other
      ON lower(other.email) = lower(own.email) AND other.id <> own.id
    WHERE own.id = ${id} AND other.report_type_id = ${report_type_id}
      AND other.integration_id IS NOT DISTINCT FROM ${integration_id}::integer`.execute(tx);
  return rows.length > 0;
}

/** False when there is no such entry. */
export async function updateEntry(
  tx: Db,
  id: number,
  change: Pick<NewEntry, 'report_type_id' | 'integration_id'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('mailing_list_entries')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False when there is no such entry. */
export async function deleteEntry(tx: Db, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('mailing_list_entries').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteEntriesOf(tx: Db, integrationId: number): Promise<void> {
  await tx.deleteFrom('mailing_list_entries').where('integration_id', '=', integrationId).execute();
}
