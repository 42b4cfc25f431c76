import type { DifferenceClass, FileField, Message } from '@ludus/contract';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { ClassSum, DifferingSession } from './reconciliation.classes.ts';
import { type Figures, type StoredFigures, storedFigures } from './reconciliation.figures.ts';

type Json<Value> = ColumnType<Value, string, string>;

interface KeptSession {
  class: DifferenceClass;
  sessionId: string;
  sessionType: 1 | 4;
  ours: StoredFigures | null;
  platform: StoredFigures | null;
  difference: StoredFigures;
  ourDay: string | null;
  platformDay: string | null;
  reason: Message | null;
  quarantinedRowId: string | null;
}

interface ReconciliationFilesTable {
  id: string;
  integration_id: number;
  file_name: string;
  sha256: Generated<string | null>;
  username: string;
  compared_at: Date;
  first_day: string;
  last_day: string;
  rows: number;
  wrong: number;
  sessions: number;
  difference: Json<StoredFigures>;
  classes: Json<
    { class: DifferenceClass; sessionType: 1 | 4; sessions: number; difference: StoredFigures }[]
  >;
  kept: Json<KeptSession[]>;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    reconciliation_files: ReconciliationFilesTable;
    reconciliation_mappings: { integration_id: number; headings: Json<Partial<Record<FileField, string>>> };
  }
}

export type FileRecord = Selectable<ReconciliationFilesTable>;
export type Headings = Partial<Record<FileField, string>>;

const keptFiles = 50;

export interface FileResult {
  id: string;
  integrationId: number;
  fileName: string;
  sha256: string;
  username: string;
  comparedAt: Date;
  from: string;
  to: string;
  rows: number;
  wrong: number;
  sessions: number;
  difference: Figures;
  classes: readonly ClassSum[];
  kept: readonly DifferingSession[];
}

/** Stores a result; of each integration the latest are kept. */
export async function insertFile(tx: Db, file: FileResult): Promise<void> {
  const stored = (figures: Figures | null) => (figures === null ? null : storedFigures(figures));
  await tx
    .insertInto('reconciliation_files')
    .values({
      id: file.id,
      integration_id: file.integrationId,
      file_name: file.fileName,
      sha256: file.sha256,
      username: file.username,
      compared_at: file.comparedAt,
      first_day: file.from,
      last_day: file.to,
      rows: file.rows,
      wrong: file.wrong,
      sessions: file.sessions,
      difference: JSON.stringify(storedFigures(file.difference)),
      classes: JSON.stringify(
        file.classes.map(({ difference, ...rest }) => ({ ...rest, difference: storedFigures(difference) })),
      ),
      kept: JSON.stringify(
        file.kept.map(({ ours, platform, difference, ...rest }) => ({
          ...rest,
          ours: stored(ours),
          platform: stored(platform),
          difference: storedFigures(difference),
        })),
      ),
    })
    .execute();
  await sql`
    DELETE FROM reconciliation_files WHERE integration_id = ${file.integrationId} AND id NOT IN (
      SELECT id FROM reconciliation_files WHERE integration_id = ${file.integrationId}
      ORDER BY compared_at DESC LIMIT ${keptFiles}
    )`.execute(tx);
}

/** The latest files, of some integrations or (null) of all, or all that have a row of some days; without their sessions. */
export async function listFiles(
  db: Db,
  integrationIds: readonly number[] | null,
  days?: { from: string; to: string },
): Promise<(Omit<FileRecord, 'kept'> & { kept_sessions: number })[]> {
  if (integrationIds?.length === 0) return [];
  let query = db
    .selectFrom('reconciliation_files')
    .select([
      ...(['id', 'integration_id', 'file_name', 'username', 'compared_at', 'first_day', 'last_day'] as const),
      ...(['sha256', 'rows', 'wrong', 'sessions', 'difference', 'classes'] as const),
      sql<number>`jsonb_array_length(kept)`.as('kept_sessions'),
    ])
    .orderBy('compared_at', 'desc');
  query = days
    ? query.where('first_day', '<=', days.to).where('last_day', '>=', days.from)
    : query.limit(keptFiles);
  if (integrationIds !== null) query = query.where('integration_id', 'in', [...integrationIds]);
  return query.execute();
}

export async function findFile(db: Db, id: string): Promise<FileRecord | undefined> {
  return db.selectFrom('reconciliation_files').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function saveHeadings(tx: Db, integrationId: number, headings: Headings): Promise<void> {
  const row = { headings: JSON.stringify(headings) };
  await tx
    .insertInto('reconciliation_mappings')
    .values({ integration_id: integrationId, ...row })
    .onConflict((conflict) => conflict.column('integration_id').doUpdateSet(row))
    .execute();
}

export async function findHeadings(db: Db, integrationId: number): Promise<Headings | undefined> {
  const row = await db
    .selectFrom('reconciliation_mappings')
    .select('headings')
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  return row?.headings;
}
