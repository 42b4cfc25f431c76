import { type Kysely, sql } from 'kysely';
import { isOlder, type Release } from '../release/index.ts';

interface Row {
  version: string;
  oldest_compatible: string;
}

/** The newest release that has migrated the stores; null before the first one that declares itself. */
// biome-ignore lint/suspicious/noExplicitAny: migrations know no tables
export async function readDeclaredRelease(db: Kysely<any>): Promise<Release | null> {
  if (!(await hasTable(db))) return null;
  const { rows } = await sql<Row>`SELECT version, oldest_compatible FROM schema_release`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { version: row.version, oldestCompatible: row.oldest_compatible };
}

/** Whether a release is newer than what the stores declare. */
export function isDeclarationDue(declared: Release | null, { version }: Release): boolean {
  return declared === null || isOlder(declared.version, version);
}

/** Declares a release in the stores, unless a newer one has; without its table, nothing. */
// biome-ignore lint/suspicious/noExplicitAny: migrations know no tables
export async function declareRelease(db: Kysely<any>, release: Release): Promise<void> {
  if (!(await hasTable(db)) || !isDeclarationDue(await readDeclaredRelease(db), release)) return;
  const { version, oldestCompatible } = release;
  await sql`
    INSERT INTO schema_release (version, oldest_compatible) VALUES (${version}, ${oldestCompatible})
    ON CONFLICT (only_row) DO UPDATE
    SET version = excluded.version, oldest_compatible = excluded.oldest_compatible, declared_at = now()`.execute(
    db,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: migrations know no tables
async function hasTable(db: Kysely<any>): Promise<boolean> {
  return (await sql`SELECT WHERE to_regclass('schema_release') IS NOT NULL`.execute(db)).rows.length > 0;
}
