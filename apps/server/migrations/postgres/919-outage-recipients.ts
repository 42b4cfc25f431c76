import { type Kysely, sql } from 'kysely';

/** Who was notified of an event of an outage, so that the provider can say whom of an integration it has notified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE outage_recipients (
      event_id integer NOT NULL REFERENCES outage_events (id) ON DELETE CASCADE,
      -- By name: people of a platform may have no account.
      username text NOT NULL,
      -- None for people of the provider.
      integration_id integer,
      has_notice boolean NOT NULL,
      has_mail boolean NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX outage_recipients_event ON outage_recipients (event_id)`.execute(db);
}
