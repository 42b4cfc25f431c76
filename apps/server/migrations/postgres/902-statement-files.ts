import { type Kysely, sql } from 'kysely';

/** The documents of statements as they were issued, so that a later release that prints them otherwise changes none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE statement_files (
      statement_id integer NOT NULL REFERENCES statements (id),
      format text NOT NULL CHECK (format IN ('pdf', 'xlsx')),
      language text NOT NULL CHECK (language IN ('en', 'it')),
      -- Of the bytes, in hexadecimal digits.
      sha256 text NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (statement_id, format, language)
    )`.execute(db);
}
