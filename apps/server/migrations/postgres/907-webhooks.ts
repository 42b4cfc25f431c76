import { type Kysely, sql } from 'kysely';

/** Webhooks of integrations, the events that they get, and what became of each delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO log_types (id, name) VALUES (28, 'webhooks')`.execute(db);
  await sql`
    CREATE TABLE webhook_endpoints (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      name text NOT NULL,
      url text NOT NULL,
      events text[] NOT NULL,
      -- Null while it is on.
      off_reason text CHECK (off_reason IN ('person', 'failing', 'gone')),
      -- Encrypted. The one before the last change signs as well until its time is over.
      secret text NOT NULL,
      old_secret text,
      old_secret_until timestamptz,
      -- Since when every attempt has failed.
      failing_since timestamptz,
      created_at timestamptz NOT NULL,
      CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
    )`.execute(db);
  await sql`CREATE INDEX webhook_endpoints_integration ON webhook_endpoints (integration_id)`.execute(db);
  // The id follows from the fact, so that no fact is sent twice.
  await sql`
    CREATE TABLE webhook_messages (
      id text PRIMARY KEY,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      type text NOT NULL,
      body text NOT NULL,
      -- Waits for what it tells of to be stored in the other store.
      is_held boolean NOT NULL,
      created_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX webhook_messages_age ON webhook_messages (created_at)`.execute(db);
  await sql`CREATE INDEX webhook_messages_held ON webhook_messages (integration_id) WHERE is_held`.execute(
    db,
  );
  await sql`
    CREATE TABLE webhook_deliveries (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      endpoint_id integer NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
      message_id text NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      -- Attempts since it was queued or sent again by hand: its place in the schedule.
      tries integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz,
      -- A worker that dies leaves it to others from then on.
      claimed_until timestamptz,
      status integer,
      duration_ms integer,
      reason jsonb,
      created_at timestamptz NOT NULL,
      last_attempt_at timestamptz,
      UNIQUE (endpoint_id, message_id),
      CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
    )`.execute(db);
  await sql`
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at)
    WHERE state = 'waiting'`.execute(db);
  await sql`CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (endpoint_id, id DESC)`.execute(db);
  await sql`CREATE INDEX webhook_deliveries_message ON webhook_deliveries (message_id)`.execute(db);
  // Wakes the workers; what they write themselves wakes no one.
  await sql`
    CREATE TRIGGER webhook_deliveries_notify_change AFTER INSERT ON webhook_deliveries
    FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change()`.execute(db);
  await sql`
    CREATE TABLE webhook_attempts (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      delivery_id integer NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
      at timestamptz NOT NULL,
      status integer,
      duration_ms integer NOT NULL,
      reason jsonb,
      -- The beginning of the reply.
      response text NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (delivery_id, id)`.execute(db);
  // Up to which day an integration was notified that its figures are ready.
  await sql`
    CREATE TABLE webhook_figure_days (
      integration_id integer PRIMARY KEY REFERENCES integrations (id) ON DELETE CASCADE,
      day date NOT NULL
    )`.execute(db);
}
