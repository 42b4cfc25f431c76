import type { LinkTarget, TicketLinkKind } from '@ludus/contract';
import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import './tickets.tables.ts';

export interface LinkRow {
  id: number;
  kind: TicketLinkKind;
  ref: string;
}

/** In the order in which they were added. */
export function findLinks(db: Db, ticketId: number): Promise<LinkRow[]> {
  return db
    .selectFrom('ticket_links')
    .select(['id', 'kind', 'ref'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();
}

export async function insertLink(tx: Db, ticketId: number, { kind, ref }: LinkTarget): Promise<number> {
  const { id } = await tx
    .insertInto('ticket_links')
    .values({ ticket_id: ticketId, kind, ref })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteLink(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('ticket_links').where('id', '=', id).execute();
}

/** Whose outage or incident of alerts it is: 0 for all integrations together, undefined for none that is there. */
export async function findIntegrationOf(
  db: Db,
  table: 'outages' | 'alert_incidents',
  id: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ integration_id: number }>`
    SELECT integration_id FROM ${sql.table(table)} WHERE id = ${id}`.execute(db);
  return rows[0]?.integration_id;
}

/** Whether a day of an integration was compared with its platform. */
export async function isDayCompared(db: Db, integrationId: number, day: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM reconciliation_days WHERE integration_id = ${integrationId} AND day::text = ${day}`.execute(
    db,
  );
  return rows.length > 0;
}
