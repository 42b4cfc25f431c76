import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

/** Tables of which the hub may do less than read and write rows. */
const narrower: Record<string, string> = {
  // Entries are added and read.
  logs: 'UPDATE, DELETE',
  log_types: 'INSERT, UPDATE, DELETE',
  // What was stated, said and paid stays.
  statements: 'DELETE',
  statement_events: 'UPDATE, DELETE',
  statement_payments: 'DELETE',
  migrations: 'INSERT, UPDATE, DELETE',
  migrations_lock: 'INSERT, UPDATE, DELETE',
  schema_release: 'INSERT, UPDATE, DELETE',
};

/** Sequences that the hub may also set: the session store may have numbers that a restored database does not know. */
const settable: readonly string[] = ['player_numbers'];

/**
 * Lets a role read and write the rows of every table of a schema, and nothing else: it cannot change or empty a table or
 * switch its triggers off. Of the log it may only add and read entries.
 */
export async function grantRows(db: Kysely<Database>, schema: string, role: string): Promise<void> {
  const [within, to] = [sql.id(schema), sql.id(role)];
  await db.transaction().execute(async (tx) => {
    await sql`GRANT USAGE ON SCHEMA ${within} TO ${to}`.execute(tx);
    await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${within} TO ${to}`.execute(tx);
    await sql`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${within} TO ${to}`.execute(tx);
    if (schema !== 'public') return;
    const { rows } = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename = ANY (${Object.keys(narrower)})`.execute(tx);
    const { rows: sequences } = await sql<{ name: string }>`
      SELECT sequencename AS name FROM pg_sequences
      WHERE schemaname = 'public' AND sequencename = ANY (${settable})`.execute(tx);
    for (const { name } of sequences) {
      await sql`GRANT UPDATE ON SEQUENCE ${sql.id(name)} TO ${to}`.execute(tx);
    }
    for (const { name } of rows) {
      await sql`REVOKE ${sql.raw(narrower[name] ?? '')} ON ${sql.id(name)} FROM ${to}`.execute(tx);
    }
  });
}

/** The role of a connection, and whether it could change the tables: it owns them, or is an administrator. */
export async function roleOf(db: Kysely<Database>): Promise<{ name: string; ownsTables: boolean }> {
  const { rows } = await sql<{ name: string; owns: boolean | null }>`
    SELECT current_user AS name, (
      SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('logs')
    ) AS owns`.execute(db);
  return { name: rows[0]?.name ?? '', ownsTables: rows[0]?.owns ?? false };
}
