import { type Kysely, sql } from 'kysely';

/**
 * Where a document holds and from when, its language, version and checksum, and what takes its place; documents of older releases have
 * none of it. Which jurisdictions an integration needs: without a row, what the contract names as the default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE certificates
      ADD COLUMN jurisdiction text,
      ADD COLUMN language text,
      ADD COLUMN version text,
      ADD COLUMN checksum text,
      ADD COLUMN valid_from date,
      -- The former document goes on when its successor is deleted.
      ADD COLUMN replaced_by integer UNIQUE REFERENCES certificates (id) ON DELETE SET NULL`.execute(db);
  await sql`CREATE INDEX certificates_end ON certificates (valid_until, id)`.execute(db);
  await sql`
    CREATE TABLE integration_jurisdictions (
      integration_id integer PRIMARY KEY REFERENCES integrations (id) ON DELETE CASCADE,
      jurisdictions text[] NOT NULL
    )`.execute(db);
}
