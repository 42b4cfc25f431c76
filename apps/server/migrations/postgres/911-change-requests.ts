import { type Kysely, sql } from 'kysely';

/** Changes that wait for a second person, and which ones do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO log_types (id, name) VALUES (22, 'approvals')`.execute(db);
  await sql`
    CREATE TABLE approval_settings (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      settings jsonb NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE change_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      call text NOT NULL,
      -- What it concerns, such as integration/5.
      concerns text NOT NULL,
      path text NOT NULL,
      title jsonb NOT NULL,
      integration_id integer REFERENCES integrations (id) ON DELETE SET NULL,
      -- The call that is made once it is approved.
      payload jsonb NOT NULL,
      -- What it changes, and so what must be there still when it is applied.
      rows jsonb NOT NULL,
      state text NOT NULL,
      requested_at timestamptz NOT NULL,
      requested_by text NOT NULL,
      reason text,
      expires_at timestamptz NOT NULL,
      decided_at timestamptz,
      -- Null for the hub itself.
      decided_by text,
      answer text,
      outdated jsonb,
      CHECK ((state = 'waiting') = (decided_at IS NULL))
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX change_requests_waiting ON change_requests (kind, concerns) WHERE state = 'waiting'`.execute(
    db,
  );
  await sql`CREATE INDEX change_requests_decided ON change_requests (decided_at)`.execute(db);
  await sql`CREATE INDEX change_requests_requested_by ON change_requests (requested_by)`.execute(db);
  await sql`CREATE INDEX change_requests_integration ON change_requests (integration_id)`.execute(db);
}
