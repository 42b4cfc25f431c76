import { type Kysely, sql } from 'kysely';

/** The SHA-256 of each compared file. Null for those that were compared before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE reconciliation_files ADD COLUMN sha256 text`.execute(db);
}
