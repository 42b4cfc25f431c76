import { type Kysely, sql } from 'kysely';

/** What a document is, until when it is valid, and who added it; documents of older releases have none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE certificates
      ADD COLUMN document_type text,
      ADD COLUMN valid_until date,
      ADD COLUMN added_by text`.execute(db);
}
