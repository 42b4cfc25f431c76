import type { ImportedRole } from '@ludus/contract';
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../infra/postgres/index.ts';

interface GameImportFilesTable {
  id: Generated<number>;
  import_id: string;
  name: string;
  game_id: number;
  role: ImportedRole;
  /** In a gallery from 1, else 0. */
  place: number;
  file_hash: string | null;
  old_hash: string | null;
  old_url: string | null;
  medium_id: number | null;
}

declare module '../../../infra/postgres/database.ts' {
  interface Database {
    game_import_files: GameImportFilesTable;
  }
}

export type ImportFileRow = Selectable<GameImportFilesTable>;

export async function findCatalogueNames(db: Db): Promise<{ id: number; slug: string; name: string }[]> {
  return db.selectFrom('games').select(['id', 'slug', 'name']).where('is_catalog', '=', true).execute();
}

/** Returns the new ids by the places of the rows. */
export async function insertImportFiles(
  db: Db,
  rows: readonly Pick<
    Insertable<GameImportFilesTable>,
    'import_id' | 'name' | 'game_id' | 'role' | 'place'
  >[],
): Promise<ImportFileRow[]> {
  if (rows.length === 0) return [];
  return db.insertInto('game_import_files').values(rows).returningAll().execute();
}

export function findImportFile(db: Db, id: number): Promise<ImportFileRow | undefined> {
  return db.selectFrom('game_import_files').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Files whose content would change something, in the one order in which they are applied. */
export function findCheckedFiles(tx: Db, importId: string): Promise<ImportFileRow[]> {
  return tx
    .selectFrom('game_import_files')
    .selectAll()
    .where('import_id', '=', importId)
    .where('file_hash', 'is not', null)
    .orderBy('game_id')
    .orderBy('role')
    .orderBy('place')
    .execute();
}

export async function saveCheckedFile(
  tx: Db,
  id: number,
  values: Pick<ImportFileRow, 'file_hash' | 'old_hash' | 'old_url'>,
): Promise<void> {
  await tx.updateTable('game_import_files').set(values).where('id', '=', id).execute();
}

export async function saveMediumOfFile(tx: Db, id: number, mediumId: number): Promise<void> {
  await tx.updateTable('game_import_files').set({ medium_id: mediumId }).where('id', '=', id).execute();
}

export interface PlacedMedium {
  id: number;
  file_hash: string | null;
  url: string | null;
  /** Of the stored file. */
  file_name: string | null;
}

/** What a game shows in a place; galleries count from 1. */
export function findMediumAt(
  db: Db,
  { game_id, role, place }: Pick<ImportFileRow, 'game_id' | 'role' | 'place'>,
): Promise<PlacedMedium | undefined> {
  return db
    .selectFrom('game_media')
    .leftJoin('media_files', 'media_files.hash', 'game_media.file_hash')
    .select(['game_media.id', 'game_media.file_hash', 'game_media.url', 'media_files.name as file_name'])
    .where('game_media.game_id', '=', game_id)
    .where('game_media.role', '=', role)
    .orderBy('game_media.position')
    .orderBy('game_media.id')
    .offset(Math.max(0, place - 1))
    .limit(1)
    .executeTakeFirst();
}

/** Puts another source into the place of a medium. */
export async function replaceMedium(
  tx: Db,
  id: number,
  source: { file_hash: string | null; url: string | null },
): Promise<void> {
  await tx.updateTable('game_media').set(source).where('id', '=', id).execute();
}

/** Files that catalogue games show, in the order of their galleries. */
export function findShownFiles(
  db: Db,
): Promise<{ game_id: number; role: ImportedRole; file_name: string }[]> {
  return db
    .selectFrom('game_media')
    .innerJoin('media_files', 'media_files.hash', 'game_media.file_hash')
    .select((eb) => [
      'game_media.game_id',
      eb.ref('game_media.role').$castTo<ImportedRole>().as('role'),
      'media_files.name as file_name',
    ])
    .where('game_media.role', 'in', ['main', 'banner', 'mini', 'gallery'])
    .orderBy(sql`array_position(ARRAY['main', 'banner', 'mini', 'gallery'], game_media.role)`)
    .orderBy('game_media.position')
    .orderBy('game_media.id')
    .execute();
}
