import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { MediaFilesTable, MediaVariantsTable } from './media.tables.ts';

export type MediaFileRow = Selectable<MediaFilesTable>;

export async function findFile(db: Db, hash: string): Promise<MediaFileRow | undefined> {
  return db.selectFrom('media_files').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Adds the file unless its content is there already, under whichever name. */
export async function insertFile(db: Db, row: Insertable<MediaFilesTable>): Promise<void> {
  await db
    .insertInto('media_files')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

export async function findVariantWidths(db: Db, hash: string): Promise<Set<number>> {
  const rows = await db.selectFrom('media_variants').select('width').where('hash', '=', hash).execute();
  return new Set(rows.map(({ width }) => width));
}

export async function insertVariant(db: Db, row: Insertable<MediaVariantsTable>): Promise<void> {
  await db
    .insertInto('media_variants')
    .values(row)
    .onConflict((conflict) => conflict.columns(['hash', 'width']).doNothing())
    .execute();
}

/** Pictures of games that lack one of the renderings their role asks for, main images first. */
export async function findUnrendered(
  db: Db,
  widthsOfRole: Readonly<Record<string, readonly number[]>>,
): Promise<{ hash: string; width: number }[]> {
  const wanted = Object.entries(widthsOfRole).flatMap(([role, widths], rank) =>
    widths.map((width) => ({ role, width, rank })),
  );
  const { rows } = await sql<{ hash: string; width: number }>`
    SELECT f.hash, w.width
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w (role text, width integer, rank integer)
    JOIN game_media m ON m.role = w.role
    JOIN media_files f ON f.hash = m.file_hash
    WHERE f.content_type LIKE 'image/%' AND f.width > w.width
      AND NOT EXISTS (SELECT FROM media_variants v WHERE v.hash = f.hash AND v.width = w.width)
    GROUP BY f.hash, w.width
    ORDER BY min(w.rank), f.hash`.execute(db);
  return rows;
}

/** Holds a content for the transaction: no one else stores or removes it meanwhile. */
export async function lockContent(tx: Db, hash: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(7305030, hashtext(${hash}))`.execute(tx);
}

/** Removes a file's rows unless a game shows it or an import may still need it; returns the names it was stored under, the renderings' too. */
export async function deleteUnused(tx: Db, hash: string): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`
    WITH kept AS (SELECT name FROM media_variants WHERE hash = ${hash}),
    gone AS (
      DELETE FROM media_files
      WHERE hash = ${hash} AND NOT EXISTS (SELECT FROM game_media WHERE file_hash = ${hash})
        AND NOT EXISTS (SELECT FROM game_import_files WHERE file_hash = ${hash} OR old_hash = ${hash})
      RETURNING name
    )
    SELECT array(SELECT name FROM gone UNION ALL SELECT name FROM kept) AS names
    FROM gone`.execute(tx);
  return rows[0]?.names ?? [];
}

/** Files that no game shows and no import keeps for its undo, though they were stored before that instant. */
export async function findUnused(db: Db, storedBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('media_files')
    .select('hash')
    .where('created_at', '<', storedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('game_media').select('id').whereRef('game_media.file_hash', '=', 'media_files.hash'),
        ),
      ),
    )
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM game_import_files AS kept
        WHERE kept.file_hash = media_files.hash OR kept.old_hash = media_files.hash)`,
    )
    .execute();
  return rows.map(({ hash }) => hash);
}
