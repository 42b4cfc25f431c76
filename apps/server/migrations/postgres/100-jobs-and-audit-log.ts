import { type Kysely, sql } from 'kysely';

/** Jobs, the audit log, rate limits, and the notifications by which every process learns of changed tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Later migrations create a trigger with this function on each table whose rows are cached. The listeners of
  // `hub_changes` receive the table's name at commit and drop what they have cached of it.
  await sql`
    CREATE FUNCTION notify_table_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hub_changes', TG_TABLE_NAME);
      RETURN NULL;
    END $$`.execute(db);

  await sql`
    CREATE TABLE jobs (
      id uuid PRIMARY KEY,
      queue text NOT NULL CHECK (queue IN ('bookkeeping', 'reports', 'system')),
      name text NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'delayed', 'active', 'completed', 'failed', 'cancelled')),
      user_id text NOT NULL,
      username text NOT NULL,
      data jsonb NOT NULL,
      singleton_key text,
      percentage double precision NOT NULL DEFAULT 0,
      message jsonb,
      summary jsonb NOT NULL DEFAULT '{}',
      integrations jsonb NOT NULL DEFAULT '[]',
      checkpoint jsonb,
      error jsonb,
      attempt integer NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      worker text,
      created_at timestamptz NOT NULL DEFAULT now(),
      start_after timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      finished_at timestamptz,
      -- The job that repeats the task of this failed one.
      retried_as uuid
    )`.execute(db);
  await sql`
    CREATE INDEX jobs_open ON jobs (queue, created_at)
    WHERE state IN ('waiting', 'delayed', 'active')`.execute(db);
  await sql`
    CREATE INDEX jobs_finished_keys ON jobs (name, singleton_key, finished_at)
    WHERE finished_at IS NOT NULL AND singleton_key IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX jobs_open_keys ON jobs (name, singleton_key)
    WHERE state IN ('waiting', 'delayed', 'active')`.execute(db);
  await sql`
    CREATE INDEX jobs_finished ON jobs (queue, finished_at DESC)
    WHERE finished_at IS NOT NULL`.execute(db);

  await sql`
    CREATE TABLE log_types (
      id smallint PRIMARY KEY,
      name text NOT NULL UNIQUE
    )`.execute(db);
  await sql`
    INSERT INTO log_types (id, name) VALUES
      (1, 'maintenances'), (2, 'games'), (3, 'integrations'), (4, 'bets'), (5, 'users'), (6, 'mailingList'),
      (7, 'tickets'), (8, 'signIns'), (9, 'exports'), (10, 'sessions')`.execute(db);

  await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db);
  // search_text is what the log is searched by, in lower case: the person, the action, and the object's names at the time.
  await sql`
    CREATE TABLE logs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      log_type_id smallint NOT NULL REFERENCES log_types (id),
      action text NOT NULL,
      -- One sentence in English, and its code with values.
      description text NOT NULL,
      detail jsonb,
      user_id text NOT NULL,
      username text NOT NULL,
      related_id text,
      related_object jsonb,
      updates jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      search_text text NOT NULL GENERATED ALWAYS AS (lower(
        username || E'\n' || description
        || E'\n' || coalesce(related_object->>'name', '') || E'\n' || coalesce(related_object->>'slug', '')
        || E'\n' || coalesce(related_object->>'integration', '') || E'\n' || coalesce(related_object->>'operator', '')
      )) STORED
    )`.execute(db);
  await sql`CREATE INDEX logs_newest ON logs (log_type_id, created_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX logs_by_time ON logs (created_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX logs_by_user ON logs (user_id, created_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX logs_by_object ON logs (log_type_id, related_id)`.execute(db);
  // A trigram index finds any part of the text.
  await sql`CREATE INDEX logs_search ON logs USING gin (search_text gin_trgm_ops)`.execute(db);
  // Entries are written once: the table rejects changes and deletions, whichever role attempts them.
  await sql`
    CREATE FUNCTION reject_log_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'Entries of the log are never changed or deleted.' USING ERRCODE = 'restrict_violation';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER logs_reject_changes BEFORE UPDATE OR DELETE ON logs
    FOR EACH ROW EXECUTE FUNCTION reject_log_changes()`.execute(db);
  await sql`
    CREATE TRIGGER logs_reject_truncate BEFORE TRUNCATE ON logs
    FOR EACH STATEMENT EXECUTE FUNCTION reject_log_changes()`.execute(db);

  // Calls of the current minute, for the rate limits of all processes. Unlogged: counting restarts after a crash.
  await sql`
    CREATE UNLOGGED TABLE call_counts (
      key text PRIMARY KEY,
      minute integer NOT NULL,
      calls integer NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX call_counts_minute ON call_counts (minute)`.execute(db);

  // Counters of /metrics that every process adds to: what workers count is read where requests are served.
  await sql`
    CREATE TABLE counter_totals (
      counter text NOT NULL,
      label text NOT NULL,
      total bigint NOT NULL,
      PRIMARY KEY (counter, label)
    )`.execute(db);

  // Used by the Socket.IO adapter for events that are longer than a PostgreSQL notification may be.
  await sql`
    CREATE TABLE socket_io_attachments (
      id bigserial UNIQUE,
      created_at timestamptz DEFAULT now(),
      payload bytea
    )`.execute(db);

  // Steps of the demo data that are done. A step never runs twice, so that edits of demo objects stay.
  await sql`
    CREATE TABLE demo_steps (
      name text PRIMARY KEY,
      done_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}
