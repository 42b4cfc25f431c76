import { type Kysely, sql } from 'kysely';

/** Where each service stands, what its days were, and the outages that its checks have opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO log_types (id, name) VALUES (19, 'outages')`.execute(db);
  await sql`
    CREATE TABLE outages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      opened_at timestamptz NOT NULL,
      closed_at timestamptz,
      closed_by text,
      -- As they were when it began.
      open_sessions integer,
      figures_as_of timestamptz
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX outages_open ON outages (integration_id) WHERE closed_at IS NULL`.execute(db);
  await sql`CREATE INDEX outages_of_integration ON outages (integration_id, opened_at)`.execute(db);
  await sql`
    CREATE TABLE outage_services (
      outage_id integer NOT NULL REFERENCES outages (id) ON DELETE CASCADE,
      service text NOT NULL,
      opened_at timestamptz NOT NULL,
      closed_at timestamptz,
      PRIMARY KEY (outage_id, service)
    )`.execute(db);
  await sql`
    CREATE TABLE outage_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      outage_id integer NOT NULL REFERENCES outages (id) ON DELETE CASCADE,
      at timestamptz NOT NULL,
      kind text NOT NULL,
      service text,
      username text,
      text_en text,
      text_it text,
      detail jsonb,
      notices integer,
      mails integer
    )`.execute(db);
  await sql`CREATE INDEX outage_events_of_outage ON outage_events (outage_id, id)`.execute(db);
  // The run of equal checks that a service is in. What it decides is counted into the days once it is decided.
  await sql`
    CREATE TABLE service_states (
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      service text NOT NULL,
      checked_at timestamptz NOT NULL,
      is_failing boolean NOT NULL,
      run_length integer NOT NULL,
      run_since timestamptz NOT NULL,
      counted_until timestamptz NOT NULL,
      is_down boolean NOT NULL,
      -- Closed by hand: opens no outage before it has responded well.
      is_held boolean NOT NULL,
      PRIMARY KEY (integration_id, service)
    )`.execute(db);
  await sql`
    CREATE TABLE service_days (
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      service text NOT NULL,
      -- In Rome.
      day date NOT NULL,
      checks integer NOT NULL,
      failed_checks integer NOT NULL,
      up_ms bigint NOT NULL,
      degraded_ms bigint NOT NULL,
      down_ms bigint NOT NULL,
      maintenance_ms bigint NOT NULL,
      PRIMARY KEY (integration_id, service, day)
    )`.execute(db);
}
