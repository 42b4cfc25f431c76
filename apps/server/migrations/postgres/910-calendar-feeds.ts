import { type Kysely, sql } from 'kysely';

/** Calendars that people subscribe to. Of the secret of an address only its hash is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE calendar_feeds (
      user_id text PRIMARY KEY,
      secret_hash text NOT NULL UNIQUE,
      language text NOT NULL CHECK (language IN ('en', 'it')),
      created_at timestamptz NOT NULL
    )`.execute(db);
}
