import { type Kysely, sql } from 'kysely';

/** Months of integrations that are reviewed and closed, their frozen figures, and what has changed in them since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO log_types (id, name) VALUES (12, 'periods')`.execute(db);
  await sql`
    CREATE TABLE period_settings (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      -- Whether whoever has put a month in review may not close it.
      four_eyes boolean NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE period_closings (
      -- Also the partition of closed_sessions_v1.
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      integration_id integer NOT NULL,
      -- First day of the month in the zone.
      month date NOT NULL,
      zone text NOT NULL,
      data_version bigint NOT NULL,
      -- When the platform was read last before the month was closed; null where that was never.
      as_of timestamptz,
      closed_at timestamptz NOT NULL,
      user_id text NOT NULL,
      username text NOT NULL,
      -- What was checked, and what was decided about it.
      checklist jsonb NOT NULL,
      -- The latest write of sessions that was compared with the figures.
      checked_write bigint NOT NULL,
      checked_at timestamptz NOT NULL,
      reopened_at timestamptz
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX period_closings_in_force ON period_closings (integration_id, month)
    WHERE reopened_at IS NULL`.execute(db);
  // Only months that are not open any more; that of a closed one is its closing in force.
  await sql`
    CREATE TABLE period_reviews (
      integration_id integer NOT NULL,
      month date NOT NULL,
      user_id text NOT NULL,
      username text NOT NULL,
      reviewed_at timestamptz NOT NULL,
      PRIMARY KEY (integration_id, month)
    )`.execute(db);
  // Cents and counts of real sessions. Operator or game 0: all of them; players are distinct in each row.
  await sql`
    CREATE TABLE period_figures (
      closing_id integer NOT NULL REFERENCES period_closings (id) ON DELETE CASCADE,
      operator_id integer NOT NULL,
      game_id integer NOT NULL,
      sessions bigint NOT NULL,
      open bigint NOT NULL,
      bet bigint NOT NULL,
      win bigint NOT NULL,
      net_win bigint NOT NULL,
      due bigint NOT NULL,
      rounds bigint NOT NULL,
      players integer NOT NULL,
      PRIMARY KEY (closing_id, operator_id, game_id)
    )`.execute(db);
  // By how much a session differs from what was known of it before: the figures and all lines are what is known today.
  await sql`
    CREATE TABLE period_restatements (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      closing_id integer NOT NULL REFERENCES period_closings (id) ON DELETE CASCADE,
      session_id uuid NOT NULL,
      platform_session_id text NOT NULL,
      operator_id integer NOT NULL,
      game_id integer NOT NULL,
      reason text NOT NULL CHECK (reason IN ('late', 'ended', 'corrected')),
      sessions smallint NOT NULL,
      open smallint NOT NULL,
      bet bigint NOT NULL,
      win bigint NOT NULL,
      net_win bigint NOT NULL,
      due bigint NOT NULL,
      rounds bigint NOT NULL,
      -- At the platform.
      changed_at timestamptz NOT NULL,
      fetched_at timestamptz NOT NULL,
      recorded_at timestamptz NOT NULL,
      -- First day of the month in which it arrived.
      recorded_month date NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX period_restatements_closing ON period_restatements (closing_id, recorded_at DESC, id DESC)`.execute(
    db,
  );
  await sql`CREATE INDEX period_restatements_month ON period_restatements (recorded_month)`.execute(db);
  await sql`
    CREATE TABLE period_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      integration_id integer NOT NULL,
      month date NOT NULL,
      action text NOT NULL CHECK (action IN ('review', 'withdraw', 'close', 'restate', 'reopen')),
      user_id text NOT NULL,
      username text NOT NULL,
      at timestamptz NOT NULL,
      reason text,
      -- How many lines a restatement has.
      lines integer
    )`.execute(db);
  await sql`CREATE INDEX period_events_month ON period_events (integration_id, month, id)`.execute(db);
}
