import { type Kysely, sql } from 'kysely';

/** The SHA-256 of what a case was judged by, as it was opened and as it was concluded. Null for what happened before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE rtp_cases ADD COLUMN opened_inputs text, ADD COLUMN closed_inputs text`.execute(db);
}
