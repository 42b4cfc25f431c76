import { type Kysely, sql } from 'kysely';

/** An integration may withdraw its dispute while the provider has not answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE statement_events
      DROP CONSTRAINT statement_events_action_check,
      ADD CONSTRAINT statement_events_action_check CHECK (
        action IN ('issue', 'send', 'acknowledge', 'dispute', 'withdraw', 'accept', 'reject', 'pay', 'reverse', 'void')
      )`.execute(db);
}
