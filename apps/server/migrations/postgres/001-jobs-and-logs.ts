import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
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
      message text NOT NULL DEFAULT '',
      summary jsonb NOT NULL DEFAULT '{}',
      integrations jsonb NOT NULL DEFAULT '[]',
      checkpoint jsonb,
      error text,
      attempt integer NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      worker text,
      created_at timestamptz NOT NULL DEFAULT now(),
      start_after timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      finished_at timestamptz
    )`.execute(db);
  await sql`
    CREATE INDEX jobs_open ON jobs (queue, created_at) WHERE state IN ('waiting', 'delayed', 'active')`.execute(
    db,
  );
  await sql`
    CREATE INDEX jobs_open_keys ON jobs (name, singleton_key) WHERE state IN ('waiting', 'delayed', 'active')`.execute(
    db,
  );
  await sql`CREATE INDEX jobs_finished ON jobs (queue, finished_at DESC) WHERE finished_at IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE TABLE log_types (
      id smallint PRIMARY KEY,
      name text NOT NULL UNIQUE
    )`.execute(db);
  await sql`
    INSERT INTO log_types (id, name) VALUES (1, 'maintenances'), (2, 'games'), (3, 'integrations'), (4, 'bets')`.execute(
    db,
  );
  await sql`
    CREATE TABLE logs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      log_type_id smallint NOT NULL REFERENCES log_types (id),
      action text NOT NULL,
      description text NOT NULL,
      user_id text NOT NULL,
      username text NOT NULL,
      related_id text,
      related_object jsonb,
      updates jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX logs_newest ON logs (log_type_id, created_at DESC, id DESC)`.execute(db);
  // The table that events between hub processes use when they are longer than a notification may be.
  await sql`
    CREATE TABLE socket_io_attachments (
      id bigserial UNIQUE,
      created_at timestamptz DEFAULT now(),
      payload bytea
    )`.execute(db);
}
