import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { OtherVersionError } from '../errors/startup-errors.ts';
import type { Database } from './database.ts';
import { grantRows, roleOf } from './grants.ts';
import { type Postgres, withOwner } from './postgres.ts';

const defaultFolder = fileURLToPath(new URL('../../../migrations/postgres', import.meta.url));
const namePattern = /^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.ts$/;
// Any number that no other lock of the hub uses.
const migrationLock = 7_305_002;
const insufficientPrivilege = '42501';

/**
 * Applies the migrations that are new, by name, and returns their names; runs as the owner of the tables, then lets the role
 * of the hub read and write their rows. Hubs that start together wait for each other. Each area has its own range of
 * numbers, so a new file may sort before one that has been applied already.
 * @throws OtherVersionError when the database has migrations that are not in the folder; it is left as it is.
 * @throws Error when a name is badly formed or a number is taken twice, when a migration fails (it is rolled back), or when
 * migrations are due and the only role given may not change the schema.
 */
export async function migratePostgres(postgres: Postgres, folder = defaultFolder): Promise<string[]> {
  await checkHistory(postgres, await listPostgresMigrations(folder));
  const hasOwner = postgres.ownerConnectionString !== postgres.connectionString;
  // A process whose role may not change the schema runs on one that another process has brought up to date.
  if (!hasOwner && (await isUpToDate(migratorOf(postgres.db, folder)))) return [];
  return underMigrationLock(postgres, () =>
    withOwner(postgres, async (db) => {
      const names = await applyMigrations(migratorOf(db, folder), hasOwner);
      if (hasOwner) await grantRows(db, 'public', (await roleOf(postgres.db)).name);
      return names;
    }),
  );
}

/** Returns the names of the migrations that this version has. @throws Error like {@link checkNames} */
export async function listPostgresMigrations(folder = defaultFolder): Promise<string[]> {
  const files = await fs.readdir(folder);
  checkNames(files);
  return files.map((file) => path.parse(file).name);
}

function migratorOf(db: Kysely<Database>, folder: string): Migrator {
  return new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
    allowUnorderedMigrations: true,
  });
}

async function isUpToDate(migrator: Migrator): Promise<boolean> {
  return (await migrator.getMigrations()).every(({ executedAt }) => executedAt !== undefined);
}

async function applyMigrations(migrator: Migrator, hasOwner: boolean): Promise<string[]> {
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map((result) => result.migrationName);
  const failed = results.find((result) => result.status === 'Error')?.migrationName ?? 'of PostgreSQL';
  const advice =
    !hasOwner && error instanceof pg.DatabaseError && error.code === insufficientPrivilege
      ? '. Migrations are due and the role of DATABASE_URL may not change the schema: set DATABASE_OWNER_URL'
      : '';
  throw new Error(`Migration ${failed} failed: ${error instanceof Error ? error.message : error}${advice}`, {
    cause: error,
  });
}

async function checkHistory(postgres: Postgres, names: readonly string[]): Promise<void> {
  const rows = await withOwner(postgres, async (db) => {
    const { rows: tables } = await sql`SELECT WHERE to_regclass('migrations') IS NOT NULL`.execute(db);
    if (tables.length === 0) return [];
    return (await sql<{ name: string }>`SELECT name FROM migrations`.execute(db)).rows;
  });
  const known = new Set(names);
  if (rows.every(({ name }) => known.has(name))) return;
  throw postgres.embedded
    ? new OtherVersionError('The data folder', 'HUB_DATA_DIR to an empty folder')
    : new OtherVersionError('The database of DATABASE_URL', 'DATABASE_URL to an empty database');
}

/** @throws Error naming the files whose names are not `NNN-words.ts` or share a number. */
export function checkNames(files: readonly string[]): void {
  const malformed = files.filter((file) => !namePattern.test(file));
  if (malformed.length > 0)
    throw new Error(`Not names of migrations (NNN-words.ts): ${malformed.join(', ')}`);
  const numbers = files.map((file) => file.slice(0, 3));
  const twice = files.filter((file) => numbers.indexOf(file.slice(0, 3)) !== files.indexOf(file));
  if (twice.length > 0) throw new Error(`Migrations with a number that is taken: ${twice.join(', ')}`);
}

/**
 * Lets one process at a time change the schema and the grants of a database. The migrator locks its own table, but creates
 * that table without a lock; this covers both.
 */
export async function underMigrationLock<T>(
  { ownerConnectionString: connectionString }: Pick<Postgres, 'ownerConnectionString'>,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    return await work();
  } finally {
    await client.end();
  }
}
