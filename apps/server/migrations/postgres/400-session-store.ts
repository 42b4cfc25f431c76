import { type Kysely, sql } from 'kysely';

/** What the session store keeps beside ClickHouse, and the state of the fetches that fill it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Which session store this database belongs to, and its latest write: noted before it begins, and once it is stored.
  await sql`
    CREATE TABLE store_identity (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      store_id uuid NOT NULL DEFAULT gen_random_uuid(),
      write_begun_ms bigint NOT NULL DEFAULT 0,
      write_stored_ms bigint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`INSERT INTO store_identity DEFAULT VALUES`.execute(db);

  // An index of the dictionary of players, which is in ClickHouse; the sequence makes their numbers.
  await sql`CREATE SEQUENCE player_numbers AS integer`.execute(db);
  await sql`
    CREATE TABLE players (
      id integer PRIMARY KEY,
      integration_id integer NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      UNIQUE (user_id, integration_id)
    )`.execute(db);

  // A bucket is here from before its rows are written until a refresh has recomputed its cells; data_version separates a
  // bucket that became dirty again from the one that was refreshed, marked_at one of a running writer from that of a dead one.
  await sql`
    CREATE TABLE dirty_buckets (
      grain text NOT NULL CHECK (grain IN ('day', 'month')),
      bucket date NOT NULL,
      data_version bigint NOT NULL,
      marked_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (grain, bucket)
    )`.execute(db);

  // The latest writes of sessions of each integration. One is here from before its first row is stored; those that are not stored
  // are running, or their process died. Rows carry the number of their write.
  await sql`CREATE SEQUENCE session_write_numbers`.execute(db);
  await sql`
    CREATE TABLE session_writes (
      integration_id integer NOT NULL,
      write_number bigint NOT NULL,
      begun_at timestamptz NOT NULL DEFAULT now(),
      is_stored boolean NOT NULL DEFAULT false,
      PRIMARY KEY (integration_id, write_number)
    )`.execute(db);

  // Advances with every change of the session store; cached results carry the version they were computed at.
  await sql`CREATE SEQUENCE data_version_seq`.execute(db);

  // For each Rome day in which sessions were created, the latest change of any of them. A list by last change skips the
  // days whose sessions last changed before the times it shows.
  await sql`
    CREATE TABLE session_days (
      day date PRIMARY KEY,
      latest_change_ms bigint NOT NULL
    )`.execute(db);

  await sql`
    CREATE TABLE integration_fetches (
      integration_id integer PRIMARY KEY REFERENCES integrations (id) ON DELETE CASCADE,
      completed_at timestamptz NOT NULL
    )`.execute(db);
  // row_hash is the SHA-256 of the received row: the same row of the same integration is one entry, however often it arrives.
  // changed_at_ms is the platform's time of the last change where the row has a plausible one: an older state of the session
  // does not release the row.
  await sql`
    CREATE TABLE quarantined_rows (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      integration_id integer NOT NULL,
      row_hash bytea NOT NULL,
      job_id text NOT NULL,
      session_id text,
      changed_at_ms bigint,
      reason jsonb NOT NULL,
      row_text text NOT NULL,
      times integer NOT NULL,
      first_received_at timestamptz NOT NULL,
      received_at timestamptz NOT NULL,
      CONSTRAINT quarantined_rows_once UNIQUE (integration_id, row_hash)
    )`.execute(db);
  await sql`CREATE INDEX quarantined_rows_newest ON quarantined_rows (received_at DESC, id DESC)`.execute(db);
  await sql`
    CREATE INDEX quarantined_rows_session ON quarantined_rows (integration_id, session_id)
    WHERE session_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX quarantined_rows_job ON quarantined_rows (job_id, received_at DESC)`.execute(db);

  // Exported files. The bytes are in the file storage of the hub until they expire.
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
      -- The rights the file was made with; it opens only while its owner has them.
      rights text,
      -- The IP addresses that downloaded it.
      opened_from text[] NOT NULL DEFAULT '{}',
      CHECK ((done_at IS NULL) = (bytes IS NULL) AND (done_at IS NULL) = (row_count IS NULL))
    )`.execute(db);
  await sql`CREATE INDEX exports_expiry ON exports (expires_at)`.execute(db);
}
