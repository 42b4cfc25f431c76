import { type Kysely, sql } from 'kysely';

/** Requests of integrations for games, with what both sides did about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE game_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id integer NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      state text NOT NULL CHECK (state IN ('asked', 'reviewing', 'granted', 'refused', 'withdrawn')),
      -- Ids of people are the sub of their tokens; null for the hub itself, and for marks without a person.
      asked_at timestamptz NOT NULL,
      asked_by text,
      reviewed_at timestamptz,
      reviewed_by text,
      decided_at timestamptz,
      decided_by text,
      reason text,
      CHECK ((decided_at IS NULL) = (state IN ('asked', 'reviewing'))),
      CHECK (state <> 'refused' OR reason IS NOT NULL)
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX game_requests_open ON game_requests (integration_id, game_id)
      WHERE state IN ('asked', 'reviewing')`.execute(db);
  await sql`CREATE INDEX game_requests_latest ON game_requests (integration_id, game_id, id DESC)`.execute(
    db,
  );
  await sql`CREATE INDEX game_requests_game ON game_requests (game_id)`.execute(db);
  await sql`
    CREATE TABLE game_request_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      request_id integer NOT NULL REFERENCES game_requests (id) ON DELETE CASCADE,
      at timestamptz NOT NULL,
      kind text NOT NULL CHECK (kind IN ('asked', 'reviewing', 'granted', 'refused', 'withdrawn', 'comment')),
      side text CHECK (side IN ('integration', 'provider')),
      user_id text,
      text text
    )`.execute(db);
  await sql`CREATE INDEX game_request_events_request ON game_request_events (request_id, id)`.execute(db);
  await openRequestsOfMarks(db);
  await followMarks(db);
}

/** What is on a wishlist now waits for an answer. */
async function openRequestsOfMarks(db: Kysely<unknown>): Promise<void> {
  await sql`
    WITH opened AS (
      INSERT INTO game_requests (game_id, integration_id, state, asked_at)
      SELECT game_id, integration_id, 'asked', is_requested FROM integration_games
      WHERE is_requested IS NOT NULL AND is_active IS NULL
      ORDER BY is_requested, integration_id, game_id
      RETURNING id, asked_at
    )
    INSERT INTO game_request_events (request_id, at, kind, side)
    SELECT id, asked_at, 'asked', 'integration' FROM opened ORDER BY id`.execute(db);
}

/**
 * The mark on the link stays what says that a game is requested, whoever writes it: an import, or a server of an older
 * release that knows no requests. A game that the platform offers was granted in fact.
 */
async function followMarks(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION follow_game_mark() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.is_active IS NOT NULL THEN
        WITH granted AS (
          UPDATE game_requests SET state = 'granted', decided_at = now()
          WHERE integration_id = NEW.integration_id AND game_id = NEW.game_id AND state IN ('asked', 'reviewing')
          RETURNING id
        )
        INSERT INTO game_request_events (request_id, at, kind) SELECT id, now(), 'granted' FROM granted;
      ELSIF NEW.is_requested IS NOT NULL THEN
        WITH opened AS (
          INSERT INTO game_requests (game_id, integration_id, state, asked_at)
          VALUES (NEW.game_id, NEW.integration_id, 'asked', NEW.is_requested)
          ON CONFLICT (integration_id, game_id) WHERE state IN ('asked', 'reviewing') DO NOTHING
          RETURNING id, asked_at
        )
        INSERT INTO game_request_events (request_id, at, kind, side)
        SELECT id, asked_at, 'asked', 'integration' FROM opened;
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER integration_games_marked AFTER INSERT ON integration_games
    FOR EACH ROW WHEN (NEW.is_requested IS NOT NULL) EXECUTE FUNCTION follow_game_mark()`.execute(db);
  await sql`
    CREATE TRIGGER integration_games_mark_changed AFTER UPDATE ON integration_games
    FOR EACH ROW WHEN (
      (NEW.is_requested IS NOT NULL AND OLD.is_requested IS NULL)
      OR (NEW.is_active IS NOT NULL AND OLD.is_active IS NULL)
    ) EXECUTE FUNCTION follow_game_mark()`.execute(db);
}
