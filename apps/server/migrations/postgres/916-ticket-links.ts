import { type Kysely, sql } from 'kysely';

/** What tickets are linked with: sessions, games, outages, incidents of alerts, and days that differ from their platform's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ticket_links (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ticket_id integer NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('session', 'game', 'outage', 'incident', 'difference')),
      -- An id; of a day that differs the integration and the day. What is gone is shown no more.
      ref text NOT NULL,
      UNIQUE (ticket_id, kind, ref)
    )`.execute(db);
  await sql`CREATE INDEX ticket_links_target ON ticket_links (kind, ref)`.execute(db);
}
