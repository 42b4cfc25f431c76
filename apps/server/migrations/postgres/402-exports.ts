import { type Kysely, sql } from 'kysely';

/** Files of figures that people asked for. Bytes lie in the files of the hub, until they expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE exports (
      id uuid PRIMARY KEY,
      user_id text NOT NULL,
      request jsonb NOT NULL,
      format text NOT NULL CHECK (format IN ('xlsx', 'csv')),
      file_name text NOT NULL,
      file_key text NOT NULL UNIQUE,
      job_id uuid REFERENCES jobs (id) ON DELETE SET NULL,
      row_count integer,
      bytes bigint,
      created_at timestamptz NOT NULL,
      done_at timestamptz,
      expires_at timestamptz NOT NULL,
      CHECK ((done_at IS NULL) = (bytes IS NULL) AND (done_at IS NULL) = (row_count IS NULL))
    )`.execute(db);
  await sql`CREATE INDEX exports_expiry ON exports (expires_at)`.execute(db);
}
