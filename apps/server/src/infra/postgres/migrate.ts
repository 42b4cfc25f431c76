import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { FileMigrationProvider, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { dataFolder, OtherVersionError, type StorePlace } from '../errors/startup-errors.ts';
import { isOlder, type Release, thisRelease } from '../release/index.ts';
import type { Database } from './database.ts';
import { grantRows, roleOf } from './grants.ts';
import { type Postgres, withOwner } from './postgres.ts';
import { declareRelease, isDeclarationDue, readDeclaredRelease } from './schema-release.ts';

const defaultFolder = fileURLToPath(new URL('../../../migrations/postgres', import.meta.url));
const namePattern = /^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.ts$/;
const insufficientPrivilege = '42501';
/** A statement that waits for a table holds up everyone who comes after it. */
const tableLockTimeout = '10s';

/** What is migrated, and by which release. */
export interface MigrationSource {
  folder?: string;
  release?: Release;
  /** Applies these only, as far as a backup had been migrated; left out, all of the folder. */
  only?: readonly string[] | undefined;
}

/** What a migration would do, and whose stores these are. */
export interface PostgresPlan {
  /** Names of the migrations that are due, in their order. */
  due: string[];
  /** Whether the release has to be declared. */
  declares: boolean;
  /** The newest release that has migrated the stores; null before the first that declares itself. */
  declared: Release | null;
  /** Whether that release is newer than this one. This one then changes no schema and no grants. */
  isNewer: boolean;
}

/**
 * Compares a database with the migrations of this version, and changes nothing.
 * @throws OtherVersionError when this version cannot run on the database: a newer release says so, or the database has
 * migrations that no newer release declares.
 */
export async function planPostgres(postgres: Postgres, source: MigrationSource = {}): Promise<PostgresPlan> {
  const { folder = defaultFolder, release = thisRelease } = source;
  const names = (await listPostgresMigrations(folder)).filter(isWanted(source));
  const { applied, declared } = await withOwner(postgres, readHistory);
  const due = names.filter((name) => !applied.has(name)).toSorted();
  const hasUnknown = [...applied].some((name) => !names.includes(name));
  const place = postgres.embedded ? dataFolder : databaseUrl;
  const isNewer = declared !== null && isOlder(release.version, declared.version);
  if (isNewer && isOlder(release.version, declared.oldestCompatible)) {
    const { version: by, oldestCompatible: oldest } = declared;
    throw new OtherVersionError(place, { by, oldest, own: release.version });
  }
  // A newer release has every migration of an older one.
  if (isNewer ? due.length > 0 : hasUnknown) throw new OtherVersionError(place);
  return { due, declares: isDeclarationDue(declared, release), declared, isNewer };
}

const databaseUrl: StorePlace = {
  store: 'The database of DATABASE_URL',
  empty: 'DATABASE_URL to an empty database',
};

/**
 * Applies the migrations that are new, by name, declares the release with them, and returns their names; runs as the owner of
 * the tables, then lets the role of the hub read and write their rows. Call it under the migration lock. Each area has its own
 * range of numbers, so a new file may sort before one that has been applied already.
 * @throws OtherVersionError like {@link planPostgres}; the database is left as it is.
 * @throws Error when a name is badly formed or a number is taken twice, when a migration fails (it is rolled back), or when
 * migrations are due and the only role given may not change the schema.
 */
export async function migratePostgres(postgres: Postgres, source: MigrationSource = {}): Promise<string[]> {
  const { folder = defaultFolder, release = thisRelease } = source;
  const { due, declares, isNewer } = await planPostgres(postgres, source);
  if (isNewer) return [];
  const hasOwner = postgres.ownerConnectionString !== postgres.connectionString;
  // A process whose role may not change the schema runs on one that another process has brought up to date.
  if (!hasOwner && due.length === 0 && !(declares && (await roleOf(postgres.db)).ownsTables)) return [];
  return withOwner(postgres, async (db) => {
    const names = await applyMigrations(
      migratorOf(db, { only: undefined, ...source, folder, release }),
      hasOwner,
    );
    await declareRelease(db, release);
    if (hasOwner) await grantRows(db, 'public', (await roleOf(postgres.db)).name);
    return names;
  });
}

/** Returns the names of the migrations that this version has. @throws Error like {@link checkNames} */
export async function listPostgresMigrations(folder = defaultFolder): Promise<string[]> {
  const files = await fs.readdir(folder);
  checkNames(files);
  return files.map((file) => path.parse(file).name);
}

const isWanted =
  ({ only }: MigrationSource) =>
  (name: string) =>
    only?.includes(name) ?? true;

function migratorOf(db: Kysely<Database>, source: Required<MigrationSource>): Migrator {
  return new Migrator({
    db,
    provider: declaring(source),
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
    allowUnorderedMigrations: true,
  });
}

/** Declares the release in the transaction of the migrations: an older process meets both or neither. */
function declaring(source: Required<MigrationSource>): MigrationProvider {
  const { folder: migrationFolder, release } = source;
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  return {
    async getMigrations() {
      const migrations = Object.entries(await provider.getMigrations());
      const wanted = migrations.filter(([name]) => isWanted(source)(name));
      return Object.fromEntries(
        wanted.map(([name, { up }]) => [
          name,
          {
            async up(db) {
              await sql`SET LOCAL lock_timeout = ${sql.lit(tableLockTimeout)}`.execute(db);
              await up(db);
              await declareRelease(db, release);
            },
          },
        ]),
      );
    },
  };
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

async function readHistory(
  db: Kysely<Database>,
): Promise<{ applied: ReadonlySet<string>; declared: Release | null }> {
  const { rows: tables } = await sql`SELECT WHERE to_regclass('migrations') IS NOT NULL`.execute(db);
  if (tables.length === 0) return { applied: new Set(), declared: null };
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db);
  return { applied: new Set(rows.map(({ name }) => name)), declared: await readDeclaredRelease(db) };
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
