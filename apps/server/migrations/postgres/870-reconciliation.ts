import { type Kysely, sql } from 'kysely';

/** What the last comparison of each integration and day with its platform has found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Figures are objects of text: sums of cents may be larger than a double holds exactly.
  await sql`
    CREATE TABLE reconciliation_days (
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      -- A day in Rome.
      day date NOT NULL,
      -- Of the last comparison that the platform answered.
      compared_at timestamptz,
      as_of timestamptz,
      -- Who asked for it; null for the schedule.
      username text,
      types jsonb NOT NULL DEFAULT '[]',
      differing smallint NOT NULL DEFAULT 0,
      -- The last attempt, where the platform did not answer it.
      failed_at timestamptz,
      reason jsonb,
      -- Of the sessions one by one; null until they were compared.
      classes jsonb,
      unexplained jsonb NOT NULL DEFAULT '[]',
      unreadable_rows integer NOT NULL DEFAULT 0,
      sessions integer NOT NULL DEFAULT 0,
      PRIMARY KEY (integration_id, day)
    )`.execute(db);
  await sql`CREATE INDEX reconciliation_days_day ON reconciliation_days (day)`.execute(db);
  await sql`
    CREATE TABLE reconciliation_sessions (
      integration_id integer NOT NULL,
      day date NOT NULL,
      -- From 0, the largest difference first.
      position integer NOT NULL,
      class text NOT NULL,
      session_id text NOT NULL,
      session_type smallint NOT NULL,
      ours jsonb,
      platform jsonb,
      difference jsonb NOT NULL,
      our_day date,
      platform_day date,
      reason jsonb,
      quarantined_row_id bigint,
      PRIMARY KEY (integration_id, day, position),
      FOREIGN KEY (integration_id, day) REFERENCES reconciliation_days ON DELETE CASCADE
    )`.execute(db);
}
