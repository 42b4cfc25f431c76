import { type Kysely, sql } from 'kysely';

/** The newest release that has migrated the stores, and the oldest one that can still run on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE schema_release (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      version text NOT NULL,
      oldest_compatible text NOT NULL,
      declared_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}
