import { type Kysely, sql } from 'kysely';

/** Alerts of the RTP monitor from their confirmation to their conclusion, with what was measured and who looked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE rtp_cases (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      -- Null for the game as a whole.
      integration_id integer REFERENCES integrations (id) ON DELETE CASCADE,
      side text NOT NULL CHECK (side IN ('over', 'under')),
      opened_at timestamptz NOT NULL,
      -- What was measured when it was opened, and last: the inputs, where they come from, and the rules.
      opened jsonb NOT NULL,
      latest jsonb NOT NULL,
      -- Standard errors of the more deviating window.
      opened_z double precision NOT NULL,
      latest_z double precision NOT NULL,
      worst_z double precision NOT NULL,
      closed_at timestamptz,
      closed_by text,
      conclusion text CHECK (conclusion IN ('chance', 'maths', 'variant', 'data', 'other')),
      reason text,
      CHECK ((closed_at IS NULL) = (conclusion IS NULL) AND (closed_at IS NULL) = (reason IS NULL))
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX rtp_cases_open ON rtp_cases (game_id, coalesce(integration_id, 0))
      WHERE closed_at IS NULL`.execute(db);
  await sql`CREATE INDEX rtp_cases_game ON rtp_cases (game_id, closed_at)`.execute(db);
  await sql`
    CREATE TABLE rtp_case_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      case_id integer NOT NULL REFERENCES rtp_cases (id) ON DELETE CASCADE,
      at timestamptz NOT NULL,
      kind text NOT NULL CHECK (kind IN ('opened', 'worse', 'noted', 'viewed', 'printed', 'closed')),
      -- Null for the hub itself.
      user_id text,
      text text
    )`.execute(db);
  await sql`CREATE INDEX rtp_case_events_case ON rtp_case_events (case_id, id)`.execute(db);
}
