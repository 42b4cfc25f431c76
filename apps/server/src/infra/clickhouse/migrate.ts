import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder, OtherVersionError } from '../errors/startup-errors.ts';
import type { ClickHouse } from './clickhouse.ts';

const defaultFolder = fileURLToPath(new URL('../../../migrations/clickhouse', import.meta.url));
const namePattern = /^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;
const label = 'infra.migrate';

/**
 * Applies the statements that are new, in the order of their names, and returns the names of their files. One file is
 * one statement that can run twice (`IF NOT EXISTS`): a hub that is killed between the statement and its record runs it
 * again. With a cluster, tables are created on all of it and replicated. Call it under the migration lock.
 * @param acceptsUnknown takes migrations that are not in the folder: a newer release has applied them, on whose stores this
 * one can run
 * @throws OtherVersionError when the database has migrations that are not in the folder; it is left as it is.
 * @throws Error naming the file with a bad name, several statements, or a failing one.
 */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  folder = defaultFolder,
  { acceptsUnknown = false }: { acceptsUnknown?: boolean } = {},
): Promise<string[]> {
  const due = await planClickHouse(clickhouse, folder, { acceptsUnknown });
  await clickhouse.command(
    onCluster(
      `CREATE TABLE IF NOT EXISTS migrations (name String, applied_at DateTime('UTC') DEFAULT now())
       ENGINE = ReplacingMergeTree ORDER BY name`,
      clickhouse.cluster,
    ),
    { label },
  );
  const applied: string[] = [];
  for (const file of due) {
    if (!namePattern.test(file)) throw new Error(`Not the name of a migration (NNN-words.sql): ${file}`);
    const sql = oneStatement(file, await readFile(join(folder, file), 'utf8'));
    try {
      await clickhouse.command(onCluster(sql, clickhouse.cluster), { label });
    } catch (cause) {
      throw new Error(`Migration ${file} failed: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    }
    await clickhouse.insertLines('migrations', Buffer.from(JSON.stringify({ name: file })), { label });
    applied.push(file);
  }
  return applied;
}

/**
 * Returns the names of the migrations that are due, in their order, and changes nothing.
 * @throws OtherVersionError like {@link migrateClickHouse}
 */
export async function planClickHouse(
  clickhouse: ClickHouse,
  folder = defaultFolder,
  { acceptsUnknown = false }: { acceptsUnknown?: boolean } = {},
): Promise<string[]> {
  const done = await readHistory(clickhouse);
  const files = await listClickHouseMigrations(folder);
  if (!acceptsUnknown) checkHistory(clickhouse, done, files);
  return files.filter((file) => !done.has(file));
}

async function readHistory(clickhouse: ClickHouse): Promise<ReadonlySet<string>> {
  const tables = await clickhouse.rows(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'migrations'`,
    { label },
  );
  if (tables.length === 0) return new Set();
  const known = await clickhouse.rows<{ name: string }>('SELECT name FROM migrations FINAL', { label });
  return new Set(known.map(({ name }) => name));
}

/** Returns the names of the migrations that this version has, in the order in which they are applied. */
export async function listClickHouseMigrations(folder = defaultFolder): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}

function checkHistory({ embedded }: ClickHouse, done: ReadonlySet<string>, files: readonly string[]): void {
  if ([...done].every((name) => files.includes(name))) return;
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

/** The statement as it runs on a cluster: on all of its servers, with replicated tables. */
export function onCluster(sql: string, cluster: string | undefined): string {
  if (cluster === undefined) return sql;
  return sql
    .replace(
      /^(CREATE\s+(?:TABLE|MATERIALIZED\s+VIEW|VIEW|DICTIONARY)\s+(?:IF\s+NOT\s+EXISTS\s+)?|ALTER\s+TABLE\s+|DROP\s+(?:TABLE|VIEW)\s+(?:IF\s+EXISTS\s+)?)([\w.`]+)/i,
      `$1$2 ON CLUSTER '${cluster}'`,
    )
    .replace(/\bENGINE\s*=\s*(\w*MergeTree)\b/gi, (engine, name: string) =>
      name.startsWith('Replicated') ? engine : `ENGINE = Replicated${name}`,
    );
}
