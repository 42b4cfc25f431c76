import { type Kysely, sql } from 'kysely';

/** Which reminders of the end of a document were sent: another end is reminded of anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE certificate_reminders (
      certificate_id integer NOT NULL REFERENCES certificates (id) ON DELETE CASCADE,
      valid_until date NOT NULL,
      -- Days before the end; 0 once it is over.
      days integer NOT NULL,
      sent_at timestamptz NOT NULL,
      PRIMARY KEY (certificate_id, valid_until, days)
    )`.execute(db);
}
