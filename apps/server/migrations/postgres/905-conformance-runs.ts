import { type Kysely, sql } from 'kysely';

/** Conformance checks of the platforms of integrations: who had them run, and what they found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE conformance_runs (
      id uuid PRIMARY KEY,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      -- Its latest job: one that failed can be run again.
      job_id uuid NOT NULL,
      -- The sub of the person.
      requested_by text NOT NULL,
      requested_at timestamptz NOT NULL,
      with_writes boolean NOT NULL,
      cancelled_at timestamptz,
      finished_at timestamptz,
      report jsonb,
      CHECK (report IS NULL OR finished_at IS NOT NULL)
    )`.execute(db);
  await sql`CREATE INDEX conformance_runs_integration ON conformance_runs (integration_id, requested_at)`.execute(
    db,
  );
  await sql`CREATE INDEX conformance_runs_job ON conformance_runs (job_id)`.execute(db);
}
