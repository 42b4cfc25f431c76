import { type Kysely, sql } from 'kysely';

/** What recovery codes are hashed with, encrypted: it outlives a change of the encryption key, which hashed them until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE encryption_check ADD COLUMN recovery_code_key text`.execute(db);
}
