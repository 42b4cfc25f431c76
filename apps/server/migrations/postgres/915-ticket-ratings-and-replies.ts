import { type Kysely, sql } from 'kysely';

/** How integrations rate the tickets that were closed, and the replies that the provider's people have saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ticket_ratings (
      ticket_id integer PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
      value text NOT NULL CHECK (value IN ('good', 'bad')),
      comment text CHECK (comment <> ''),
      -- The subject of a user, as in reporter_id, of whoever has rated last.
      rated_by text NOT NULL,
      -- The first time: from then on it can be changed for some days.
      rated_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE saved_replies (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      title text NOT NULL,
      text_en text NOT NULL,
      text_it text NOT NULL,
      -- Null for one that is shared with the team.
      owner_id text,
      updated_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX saved_replies_owner ON saved_replies (owner_id)`.execute(db);
}
