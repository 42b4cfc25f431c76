import { type Kysely, sql } from 'kysely';

/**
 * Changes of allowed bets that a platform was asked for and that are not yet known to be done or refused. A row is
 * written before the platform is asked and goes in the transaction that writes the log. Lists are cents, ascending.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE bet_changes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      operator_code text NOT NULL,
      game_slug text NOT NULL,
      -- The log entry, should the change be done: who, what it says, and the object.
      user_id text NOT NULL,
      username text NOT NULL,
      description text NOT NULL,
      related_id text NOT NULL,
      related_object jsonb NOT NULL,
      -- checking: not asked for yet; asked: the platform is at it; lost: its answer did not come.
      state text NOT NULL CHECK (state IN ('checking', 'asked', 'lost')),
      old_bets jsonb,
      new_bets jsonb NOT NULL,
      started_at timestamptz NOT NULL,
      CHECK (state = 'checking' OR old_bets IS NOT NULL)
    )`.execute(db);
  // One save at a time for a game at an operator.
  await sql`
    CREATE UNIQUE INDEX bet_changes_under_way ON bet_changes (integration_id, operator_code, game_slug)
    WHERE state <> 'lost'`.execute(db);
}
