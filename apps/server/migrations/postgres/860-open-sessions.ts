import { type Kysely, sql } from 'kysely';

/** What jobs that refresh or close many sessions have done to each of them, and exported files of plain text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE session_run_rows (
      run_id uuid NOT NULL,
      position smallint NOT NULL,
      -- The job that does it, or that does it again after a failure; they go with it.
      job_id uuid NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
      session_id uuid NOT NULL,
      platform_session_id text NOT NULL,
      integration_id integer NOT NULL,
      game_id integer NOT NULL,
      -- Set before the platform is called: an attempt that was cut off may have closed the session.
      begun_at timestamptz,
      outcome text CHECK (outcome IN ('closed', 'open', 'refused', 'failed')),
      reason jsonb,
      PRIMARY KEY (run_id, position)
    )`.execute(db);
  await sql`CREATE INDEX session_run_rows_job ON session_run_rows (job_id)`.execute(db);
  await sql`
    ALTER TABLE exports
      DROP CONSTRAINT exports_format_check,
      ADD CONSTRAINT exports_format_check CHECK (format IN ('xlsx', 'csv', 'txt')) NOT VALID`.execute(db);
}
