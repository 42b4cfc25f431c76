import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Db } from '../../../infra/postgres/index.ts';
import type { GameRow } from '../games.repo.ts';
import type { SheetValues } from './sheet.columns.ts';
import type { PlannedChange } from './sheet.verdicts.ts';

type Json<Value> = ColumnType<Value, string, string>;

/** What undoes the change of a game. */
export interface AppliedChange {
  id: number;
  name: string;
  /** Since the change. */
  version: string;
  values: SheetValues;
  maxExposure: number | null;
  /** Integrations that got to see it. */
  shown: number[];
  /** Those that no longer do, with when they had asked for it. */
  hidden: { id: number; requestedAt: string | null }[];
}

interface GameImportsTable {
  id: string;
  kind: ColumnType<'workbook' | 'media', 'workbook' | 'media' | undefined, never>;
  file_name: string;
  username: string;
  checked_at: Date;
  applied_at: Date | null;
  undone_at: Date | null;
  planned: Json<PlannedChange[]>;
  applied: ColumnType<AppliedChange[] | null, undefined, string>;
  /** Of media: how many were changed. */
  games: Generated<number>;
  files: Generated<number>;
}

declare module '../../../infra/postgres/database.ts' {
  interface Database {
    game_imports: GameImportsTable;
  }
}

export type ImportRow = Selectable<GameImportsTable>;

export interface GameLink {
  game_id: number;
  integration_id: number;
  is_active: Date | null;
}

/** Every game of the catalogue with who sees it, as of one moment, by id. */
export async function findCatalogue(tx: Db): Promise<{ games: GameRow[]; links: GameLink[] }> {
  const games = await tx
    .selectFrom('games')
    .selectAll()
    .where('is_catalog', '=', true)
    .orderBy('id')
    .execute();
  const links = await tx
    .selectFrom('integration_games')
    .innerJoin('integrations', 'integrations.id', 'integration_games.integration_id')
    .select(['integration_games.game_id', 'integration_games.integration_id', 'integration_games.is_active'])
    .orderBy('integration_id')
    .execute();
  return { games, links };
}

/** Games of the catalogue, locked in the order of their ids until the transaction ends. */
export function lockGames(tx: Db, ids: readonly number[]): Promise<GameRow[]> {
  return tx
    .selectFrom('games')
    .selectAll()
    .where('id', '=', sql<number>`ANY(${ids}::integer[])`)
    .where('is_catalog', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Who sees these games, locked until the transaction ends. */
export function lockLinksOf(tx: Db, gameIds: readonly number[]) {
  return tx
    .selectFrom('integration_games')
    .innerJoin('integrations', 'integrations.id', 'integration_games.integration_id')
    .select([
      'integration_games.game_id',
      'integration_games.integration_id',
      'integration_games.is_active',
      'integration_games.is_requested',
    ])
    .where('integration_games.game_id', '=', sql<number>`ANY(${gameIds}::integer[])`)
    .orderBy('integration_games.game_id')
    .orderBy('integration_games.integration_id')
    .forUpdate('integration_games')
    .execute();
}

/** Integrations that are there, by name. */
export function findIntegrations(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('integrations')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute();
}

export async function insertImport(
  db: Db,
  { id, kind, file_name, username, checked_at, planned }: ImportRow,
): Promise<void> {
  await db
    .insertInto('game_imports')
    .values({ id, kind, file_name, username, checked_at, planned: JSON.stringify(planned) })
    .execute();
}

/** The import, locked until the transaction ends. */
export function lockImport(tx: Db, id: string): Promise<ImportRow | undefined> {
  return tx.selectFrom('game_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The import, which others may hold like this too, but no one may apply until the transaction ends. */
export function shareImport(tx: Db, id: string): Promise<ImportRow | undefined> {
  return tx.selectFrom('game_imports').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

export async function saveAppliedMedia(
  tx: Db,
  id: string,
  values: Pick<ImportRow, 'applied_at' | 'games' | 'files' | 'file_name'>,
): Promise<void> {
  await tx.updateTable('game_imports').set(values).where('id', '=', id).execute();
}

export async function saveApplied(tx: Db, id: string, at: Date, applied: AppliedChange[]): Promise<void> {
  await tx
    .updateTable('game_imports')
    .set({ applied_at: at, applied: JSON.stringify(applied) })
    .where('id', '=', id)
    .execute();
}

export async function saveUndone(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('game_imports').set({ undone_at: at }).where('id', '=', id).execute();
}

/** Those that were applied since an instant, the latest first. */
export function listApplied(db: Db, since: Date): Promise<ImportRow[]> {
  return db
    .selectFrom('game_imports')
    .selectAll()
    .where('applied_at', '>=', since)
    .orderBy('applied_at', 'desc')
    .limit(20)
    .execute();
}
