import { type Kysely, sql } from 'kysely';

/** Files of sessions that were compared with the session store, and which columns they have by integration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE reconciliation_files (
      id uuid PRIMARY KEY,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      file_name text NOT NULL,
      username text NOT NULL,
      compared_at timestamptz NOT NULL,
      first_day date NOT NULL,
      last_day date NOT NULL,
      rows integer NOT NULL,
      wrong integer NOT NULL,
      sessions integer NOT NULL,
      -- As in reconciliation_days: figures are objects of text.
      difference jsonb NOT NULL,
      classes jsonb NOT NULL,
      -- The largest differences one by one.
      kept jsonb NOT NULL
    )`.execute(db);
  await sql`
    CREATE INDEX reconciliation_files_newest ON reconciliation_files (integration_id, compared_at DESC)`.execute(
    db,
  );
  await sql`
    CREATE TABLE reconciliation_mappings (
      integration_id integer PRIMARY KEY REFERENCES integrations (id) ON DELETE CASCADE,
      -- The heading of each field.
      headings jsonb NOT NULL
    )`.execute(db);
}
