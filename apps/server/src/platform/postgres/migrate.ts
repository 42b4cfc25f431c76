import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Postgres } from './postgres.ts';

const defaultFolder = fileURLToPath(new URL('../../../migrations/postgres', import.meta.url));
const namePattern = /^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.ts$/;
// Any number that no other lock of the hub uses.
const migrationLock = 7_305_002;

/**
 * Applies the migrations that are new, by name, and answers their names. Hubs that start together wait for each
 * other. Each area has its own range of numbers, so a new file may sort before one that has been applied already.
 * @throws Error when a name is badly formed or a number is taken twice, or when a migration fails (it is rolled back).
 */
export async function migratePostgres(postgres: Postgres, folder = defaultFolder): Promise<string[]> {
  checkNames(await fs.readdir(folder));
  const migrator = new Migrator({
    db: postgres.db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await underLock(postgres.connectionString, () =>
    migrator.migrateToLatest(),
  );
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName ?? 'of PostgreSQL';
    throw new Error(`Migration ${failed} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  return results.map((result) => result.migrationName);
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

// The migrator locks its own table, but creates that table without a lock; this covers both.
async function underLock<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
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
