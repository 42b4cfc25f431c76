import { reminderDays } from '@ludus/contract';
import { sql } from 'kysely';
import type { Day } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';

export interface CertificateRemindersTable {
  certificate_id: number;
  /** YYYY-MM-DD. */
  valid_until: string;
  days: number;
  sent_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    certificate_reminders: CertificateRemindersTable;
  }
}

/** A document whose end is near or was lately. */
export interface EndingDocument {
  id: number;
  name: string;
  valid_until: string;
  /** The integration whose own it is, while that is there; null for one of every integration. */
  integration_id: number | null;
  integration_name: string | null;
  /** The latest reminder of this end; null before the first. */
  reminded: number | null;
}

/** Until the transaction ends no other process reminds: two would send the same. */
export async function lockReminders(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('certificate reminders', 0))`.execute(tx);
}

/**
 * Documents without a successor that end soon, or ended within so many days: what was over long before the hub knew of reminders
 * is no news.
 */
export async function findEnding(db: Db, today: Day, newsDays: number): Promise<EndingDocument[]> {
  const { rows } = await sql<EndingDocument>`
    SELECT c.id, c.name, c.valid_until, i.id AS integration_id, i.name AS integration_name,
      (SELECT min(r.days) FROM certificate_reminders r
        WHERE r.certificate_id = c.id AND r.valid_until = c.valid_until) AS reminded
    FROM certificates c
    LEFT JOIN integrations i ON i.id = c.integration_id AND i.deleted_at IS NULL
    WHERE c.replaced_by IS NULL
      AND c.valid_until BETWEEN ${today}::date - ${newsDays}::integer
        AND ${today}::date + ${Math.max(...reminderDays)}::integer
    ORDER BY c.valid_until, lower(c.name), c.id`.execute(db);
  return rows;
}

export async function insertReminders(
  tx: Db,
  documents: readonly Pick<EndingDocument, 'id' | 'valid_until'>[],
  days: number,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('certificate_reminders')
    .values(documents.map(({ id, valid_until }) => ({ certificate_id: id, valid_until, days, sent_at: at })))
    .execute();
}

/** Documents whose checksum is not known yet, by id. */
export function findWithoutChecksum(
  db: Db,
  afterId: number,
  limit: number,
): Promise<{ id: number; file_key: string }[]> {
  return db
    .selectFrom('certificates')
    .select(['id', 'file_key'])
    .where('checksum', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function updateChecksum(db: Db, id: number, checksum: string): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ checksum })
    .where('id', '=', id)
    .where('checksum', 'is', null)
    .execute();
}
