import type { BetRowState, Message } from '@ludus/contract';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../infra/postgres/index.ts';
import type { PlannedList } from './bet-sheet.verdicts.ts';

type Json<Value> = ColumnType<Value, string, string>;
type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

interface BetImportsTable {
  id: string;
  file_name: string;
  username: string;
  checked_at: Date;
  applied_at: ColumnType<Date | null, undefined, Date>;
  apply_job_id: ColumnType<string | null, undefined, string>;
  undone_at: ColumnType<Date | null, undefined, Date>;
  undo_job_id: ColumnType<string | null, undefined, string>;
}

/** `running` is being saved; a process that dies leaves it so. */
export type StoredState = BetRowState | 'running';

interface BetImportRowsTable {
  id: Generated<number>;
  import_id: string;
  line: number;
  integration_id: number;
  operator_code: string;
  game_slug: string;
  integration_name: string;
  operator_name: string;
  game_name: string;
  /** Cents, ascending. */
  old_bets: Json<number[]>;
  new_bets: Json<number[]>;
  state: ColumnType<StoredState | null, undefined, StoredState>;
  message: NullableJson<Message>;
  undo_state: ColumnType<StoredState | null, undefined, StoredState>;
  undo_message: NullableJson<Message>;
}

declare module '../../../infra/postgres/database.ts' {
  interface Database {
    bet_imports: BetImportsTable;
    bet_import_rows: BetImportRowsTable;
  }
}

export type BetImportRecord = Selectable<BetImportsTable> & {
  /** Whether a job works on it, or waits to. */
  is_applying: boolean;
  is_undoing: boolean;
};
export type BetListRecord = Selectable<BetImportRowsTable>;
export type BetImportAction = 'apply' | 'undo';

/** How many lists of an import stand in each state; null before it is applied, or undone. */
export interface StateCount {
  import_id: string;
  state: StoredState | null;
  undo_state: StoredState | null;
  count: number;
}

export async function insertBetImport(
  tx: Tx,
  { id, fileName, username, at }: { id: string; fileName: string; username: string; at: Date },
  planned: readonly PlannedList[],
): Promise<void> {
  await tx.insertInto('bet_imports').values({ id, file_name: fileName, username, checked_at: at }).execute();
  if (planned.length === 0) return;
  await tx
    .insertInto('bet_import_rows')
    .values(
      planned.map(({ line, located: { place, integration, operator, game }, oldBets, newBets }) => ({
        import_id: id,
        line,
        integration_id: place.integrationId,
        operator_code: place.operatorCode,
        game_slug: place.gameSlug,
        integration_name: integration.name,
        operator_name: operator.name,
        game_name: game.name,
        old_bets: JSON.stringify(oldBets),
        new_bets: JSON.stringify(newBets),
      })),
    )
    .execute();
}

const isOpen = (column: 'apply_job_id' | 'undo_job_id') =>
  sql<boolean>`EXISTS (
    SELECT 1 FROM jobs WHERE jobs.id = ${sql.ref(`bet_imports.${column}`)} AND jobs.state IN ('waiting', 'delayed', 'active')
  )`;

const imports = (db: Db) =>
  db
    .selectFrom('bet_imports')
    .selectAll('bet_imports')
    .select([isOpen('apply_job_id').as('is_applying'), isOpen('undo_job_id').as('is_undoing')]);

export function findBetImport(db: Db, id: string): Promise<BetImportRecord | undefined> {
  return imports(db).where('id', '=', id).executeTakeFirst();
}

/** The import, locked until the transaction ends. */
export function lockBetImport(tx: Tx, id: string): Promise<BetImportRecord | undefined> {
  return imports(tx).where('id', '=', id).forUpdate('bet_imports').executeTakeFirst();
}

/** Those that were applied after an instant, the latest first. */
export function findAppliedBetImports(db: Db, since: Date): Promise<BetImportRecord[]> {
  return imports(db).where('applied_at', '>', since).orderBy('applied_at', 'desc').limit(20).execute();
}

export function countStates(db: Db, ids: readonly string[]): Promise<StateCount[]> {
  return db
    .selectFrom('bet_import_rows')
    .select(['import_id', 'state', 'undo_state', sql<number>`count(*)::int`.as('count')])
    .where('import_id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .groupBy(['import_id', 'state', 'undo_state'])
    .execute();
}

/** The lists of an import in the order of its file. */
export function findBetLists(db: Db, importId: string): Promise<BetListRecord[]> {
  return db
    .selectFrom('bet_import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('line')
    .orderBy('id')
    .execute();
}

/** Every list waits for its change. */
export async function startApplying(tx: Tx, id: string, jobId: string, at: Date): Promise<void> {
  await tx
    .updateTable('bet_imports')
    .set({ applied_at: at, apply_job_id: jobId })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('bet_import_rows').set({ state: 'waiting' }).where('import_id', '=', id).execute();
}

/** Lists that the import may have changed wait to be written back; what was not tried will not be any more. */
export async function startUndoing(tx: Tx, id: string, jobId: string, at: Date): Promise<void> {
  await tx
    .updateTable('bet_imports')
    .set({ undone_at: at, undo_job_id: jobId })
    .where('id', '=', id)
    .execute();
  const rows = tx.updateTable('bet_import_rows').where('import_id', '=', id);
  await rows.set({ state: 'skipped' }).where('state', '=', 'waiting').execute();
  await rows.set({ state: 'unconfirmed' }).where('state', '=', 'running').execute();
  await rows.set({ undo_state: 'waiting' }).where('state', 'in', ['done', 'unconfirmed']).execute();
}

/** Ties an import to the job that works on it; false when it is gone. */
export async function attachJob(
  db: Db,
  id: string,
  action: BetImportAction,
  jobId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bet_imports')
    .set(action === 'apply' ? { apply_job_id: jobId } : { undo_job_id: jobId })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveOutcome(
  db: Db,
  id: number,
  action: BetImportAction,
  { state, message }: { state: StoredState; message: Message | null },
): Promise<void> {
  const json = message === null ? null : JSON.stringify(message);
  await db
    .updateTable('bet_import_rows')
    .set(action === 'apply' ? { state, message: json } : { undo_state: state, undo_message: json })
    .where('id', '=', id)
    .execute();
}
