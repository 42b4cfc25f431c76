import { type Kysely, sql } from 'kysely';

/** Rules of alerts that differ from the defaults, where each alert stands, and the incidents that they are grouped into. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO log_types (id, name) VALUES (14, 'alerts')`.execute(db);
  // A default has a row only once someone has changed it.
  await sql`
    CREATE TABLE alert_rules (
      key text PRIMARY KEY,
      kind text NOT NULL,
      name text,
      is_enabled boolean NOT NULL,
      config jsonb NOT NULL,
      updated_at timestamptz NOT NULL,
      updated_by text NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE alert_incidents (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- Alerts of one cause at one integration are one incident while it is open; 0 is all integrations together.
      cause text NOT NULL,
      kind text NOT NULL,
      integration_id integer NOT NULL,
      rule_name text,
      opened_at timestamptz NOT NULL,
      closed_at timestamptz,
      closed_by text,
      close_reason text,
      acknowledged_at timestamptz,
      acknowledged_by text,
      is_muted boolean NOT NULL,
      -- Whether people were told: an incident that begins during a maintenance and ends with it is not.
      is_told boolean NOT NULL,
      -- The greatest deviation that the timeline has.
      told_deviation double precision
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX alert_incidents_open ON alert_incidents (cause, integration_id)
    WHERE closed_at IS NULL`.execute(db);
  await sql`CREATE INDEX alert_incidents_newest ON alert_incidents (opened_at DESC, id DESC)`.execute(db);
  // Where alerts stand that are not simply quiet. Ids are 0 where the level has none.
  await sql`
    CREATE TABLE alert_states (
      rule_key text NOT NULL,
      integration_id integer NOT NULL,
      operator_id integer NOT NULL,
      game_id integer NOT NULL,
      breaches smallint NOT NULL,
      clears smallint NOT NULL,
      is_open boolean NOT NULL,
      PRIMARY KEY (rule_key, integration_id, operator_id, game_id)
    )`.execute(db);
  await sql`
    CREATE TABLE alert_incident_parts (
      incident_id integer NOT NULL REFERENCES alert_incidents (id) ON DELETE CASCADE,
      rule_key text NOT NULL,
      rule_name text,
      level text NOT NULL,
      metric text NOT NULL,
      integration_id integer NOT NULL,
      operator_id integer NOT NULL,
      game_id integer NOT NULL,
      -- As the rule was then: the chart shows the thresholds that were crossed.
      config jsonb NOT NULL,
      opened_at timestamptz NOT NULL,
      closed_at timestamptz,
      value double precision,
      expected double precision,
      deviation double precision,
      PRIMARY KEY (incident_id, rule_key, integration_id, operator_id, game_id)
    )`.execute(db);
  await sql`
    CREATE TABLE alert_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      incident_id integer NOT NULL REFERENCES alert_incidents (id) ON DELETE CASCADE,
      at timestamptz NOT NULL,
      kind text NOT NULL,
      username text,
      text text,
      detail jsonb
    )`.execute(db);
  await sql`CREATE INDEX alert_events_of_incident ON alert_events (incident_id, id)`.execute(db);
  await sql`
    CREATE TABLE alert_deliveries (
      id uuid PRIMARY KEY,
      -- Null for a test.
      incident_id integer REFERENCES alert_incidents (id) ON DELETE CASCADE,
      event text NOT NULL,
      url text NOT NULL,
      body text NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
      attempts smallint NOT NULL DEFAULT 0,
      status smallint,
      reason jsonb,
      created_at timestamptz NOT NULL,
      finished_at timestamptz
    )`.execute(db);
  await sql`CREATE INDEX alert_deliveries_of_incident ON alert_deliveries (incident_id, created_at)`.execute(
    db,
  );
  await sql`
    CREATE TABLE alert_settings (
      id smallint PRIMARY KEY CHECK (id = 1),
      -- Accounts that are told; null is every administrator of the provider.
      recipients jsonb,
      sends_mail boolean NOT NULL DEFAULT true,
      webhook_url text,
      -- Encrypted; what deliveries are signed with.
      webhook_secret text,
      maintenance_hours smallint NOT NULL DEFAULT 4,
      grace_hours smallint NOT NULL DEFAULT 2,
      -- Up to which hour the rules were evaluated, and when.
      evaluated_until timestamptz,
      evaluated_at timestamptz
    )`.execute(db);
  await sql`INSERT INTO alert_settings (id) VALUES (1)`.execute(db);
}
