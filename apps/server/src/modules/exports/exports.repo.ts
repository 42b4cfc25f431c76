import { type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { ExportsTable } from './exports.tables.ts';
import './exports.tables.ts';

/** An export with how its job ended, where it has one. */
export interface ExportRow extends Selectable<ExportsTable> {
  job_state: string | null;
  /** A `Message`. */
  job_error: unknown;
}

export async function insertExport(
  db: Db,
  row: Omit<ExportsTable, 'row_count' | 'bytes' | 'done_at' | 'rights' | 'opened_from'>,
): Promise<void> {
  await db
    .insertInto('exports')
    .values({
      ...row,
      request: JSON.stringify(row.request) as never,
      rights: null,
      row_count: null,
      bytes: null,
      done_at: null,
    })
    .execute();
}

/** `userId` null is whoever's. */
export async function findExport(db: Db, id: string, userId: string | null): Promise<ExportRow | undefined> {
  return db
    .selectFrom('exports as e')
    .leftJoin('jobs as j', 'j.id', 'e.job_id')
    .selectAll('e')
    .select(['j.state as job_state', 'j.error as job_error'])
    .where('e.id', '=', id)
    .$if(userId !== null, (query) => query.where('e.user_id', '=', userId))
    .executeTakeFirst();
}

/** Notes that the file is there. False when the export has been removed meanwhile. */
export async function finishExport(
  db: Db,
  id: string,
  {
    rows,
    bytes,
    rights,
    doneAt,
    expiresAt,
  }: { rows: number; bytes: number; rights: string; doneAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ row_count: rows, bytes, rights, done_at: doneAt, expires_at: expiresAt })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const mostOpenedFrom = 100;

/** Stores from where the address of a file was opened. False when it is stored already, or a hundred others are. */
export async function insertOpenedFrom(tx: Db, id: string, address: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE exports SET opened_from = array_append(opened_from, ${address}::text)
    WHERE id = ${id} AND ${address}::text <> ALL (opened_from) AND cardinality(opened_from) < ${mostOpenedFrom}`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute();
}

/**
 * Exports whose address has ended. One that a job is still making is not among them, however long it has waited.
 */
export async function listExpired(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; file_key: string }[]> {
  return db
    .selectFrom('exports as e')
    .leftJoin('jobs as j', 'j.id', 'e.job_id')
    .select(['e.id', 'e.file_key'])
    .where('e.expires_at', '<=', now)
    .where((where) =>
      where.or([
        where('e.done_at', 'is not', null),
        where('j.state', 'is', null),
        where('j.state', 'not in', ['waiting', 'delayed', 'active']),
      ]),
    )
    .orderBy('e.expires_at')
    .limit(limit)
    .execute();
}
