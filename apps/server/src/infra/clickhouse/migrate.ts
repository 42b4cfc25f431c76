import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder, OtherVersionError } from '../errors/startup-errors.ts';
import type { ClickHouse } from './clickhouse.ts';

/** How the tables are laid out: in the database of one server or engine, or as shards and replicas of a cluster. */
export type Layout = 'single' | 'cluster';

/** A statement that brings the tables one step further. It can run twice (`IF NOT EXISTS`). */
export interface ClickHouseMigration {
  /** Name of the file, such as `001-sessions.sql`; the same in both layouts where the step is the same. */
  name: string;
  /** In the cluster layout with `{on_cluster}` and `{cluster}`; see {@link statementFor}. */
  sql: string;
}

const defaultFolder = fileURLToPath(new URL('../../../migrations/clickhouse', import.meta.url));
const namePattern = /^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;
const label = 'infra.migrate';

/** Which migrations a database is compared with. */
export interface MigrateOptions {
  /** Left out, those of this release for the layout of the database. */
  migrations?: readonly ClickHouseMigration[] | undefined;
  /** Takes migrations that are not among them: a newer release has applied them, on whose stores this one can run. */
  acceptsUnknown?: boolean;
}

/**
 * Applies the statements that are new, in the order of their names, and returns their names. A hub that is killed between
 * a statement and its record runs it again. Those whose number is 000 make the table of the records, and have none: a
 * database with that table has no use for them. Call it under the migration lock.
 * @throws OtherVersionError when the database has migrations that this version does not know; it is left as it is.
 * @throws Error naming the migration that fails.
 */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  options: MigrateOptions = {},
): Promise<string[]> {
  const planned = await planClickHouse(clickhouse, options);
  for (const migration of planned) {
    try {
      await clickhouse.command(statementFor(clickhouse, migration), { label });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : cause;
      throw new Error(`Migration ${migration.name} failed: ${reason}`, { cause });
    }
    if (isFirst(migration)) continue;
    const line = Buffer.from(JSON.stringify({ name: migration.name }));
    await clickhouse.insertLines('migrations', line, { label });
  }
  return planned.map(({ name }) => name);
}

/**
 * Returns the migrations that are still to be applied, in their order; all of them in an empty database. Changes nothing.
 * @throws OtherVersionError as {@link migrateClickHouse}
 */
export async function planClickHouse(
  clickhouse: ClickHouse,
  { migrations, acceptsUnknown = false }: MigrateOptions = {},
): Promise<ClickHouseMigration[]> {
  const all = migrations ?? (await readMigrations(layoutOf(clickhouse)));
  if (!(await hasMigrationsTable(clickhouse))) return [...all];
  const rows = await clickhouse.rows<{ name: string }>('SELECT name FROM migrations FINAL', { label });
  const done = new Set(rows.map(({ name }) => name));
  if (!acceptsUnknown) checkHistory(clickhouse, done, all);
  return all.filter((migration) => !done.has(migration.name) && !isFirst(migration));
}

/**
 * The migrations of a layout that this version has, in the order in which they are applied.
 * @throws Error naming a file with a bad name, or without exactly one statement
 */
export async function readMigrations(layout: Layout, folder = defaultFolder): Promise<ClickHouseMigration[]> {
  const own = join(folder, layout);
  const files = (await readdir(own)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (name) => {
      if (!namePattern.test(name)) throw new Error(`Not the name of a migration (NNN-words.sql): ${name}`);
      return { name, sql: oneStatement(name, await readFile(join(own, name), 'utf8')) };
    }),
  );
}

/** The statement of a migration as it runs on this database. */
export function statementFor({ cluster }: Pick<ClickHouse, 'cluster'>, { sql }: ClickHouseMigration): string {
  if (cluster === undefined) return sql;
  return sql.replaceAll('{on_cluster}', cluster.onCluster).replaceAll('{cluster}', cluster.name);
}

/** The layout of a database. */
export const layoutOf = ({ cluster }: Pick<ClickHouse, 'cluster'>): Layout =>
  cluster === undefined ? 'single' : 'cluster';

const isFirst = ({ name }: ClickHouseMigration) => name.startsWith('000-');

async function hasMigrationsTable(clickhouse: ClickHouse): Promise<boolean> {
  const [row] = await clickhouse.rows<{ exists: number }>('EXISTS TABLE migrations', { label });
  return row !== undefined && Object.values(row)[0] === 1;
}

function checkHistory(
  { embedded }: ClickHouse,
  done: ReadonlySet<string>,
  migrations: readonly ClickHouseMigration[],
): void {
  const known = new Set(migrations.map(({ name }) => name));
  if ([...done].every((name) => known.has(name))) return;
  const given = { store: 'The database of CLICKHOUSE_URL', empty: 'CLICKHOUSE_URL to an empty database' };
  throw new OtherVersionError(embedded ? dataFolder : given);
}

/** The statement of a file, without comments. @throws Error when there is none or more than one. */
export function oneStatement(file: string, text: string): string {
  const statements = text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) {
    throw new Error(`Migration ${file} must hold exactly one statement, not ${statements.length}`);
  }
  return statement;
}
