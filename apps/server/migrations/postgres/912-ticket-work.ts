import { type Kysely, sql } from 'kysely';

/** Who of the provider takes care of a ticket, whose turn it is, and within how many hours the provider answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE tickets
      -- The subject of a user, as in reporter_id; null for no one.
      ADD COLUMN assignee_id text,
      -- Null where a release before this one has written it: then what is known of the person today decides.
      ADD COLUMN reporter_side text CHECK (reporter_side IN ('provider', 'integration')),
      -- When the wait began that was notified of as late: each wait is notified of once.
      ADD COLUMN escalated_wait timestamptz`.execute(db);
  await sql`
    ALTER TABLE ticket_answers
      ADD COLUMN side text CHECK (side IN ('provider', 'integration')),
      -- Null for the other side.
      ADD COLUMN waits_for text CHECK (waits_for IN ('provider', 'integration'))`.execute(db);
  await sql`
    CREATE TABLE ticket_settings (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      -- Null for no target.
      first_answer_hours integer CHECK (first_answer_hours BETWEEN 1 AND 720),
      next_answer_hours integer CHECK (next_answer_hours BETWEEN 1 AND 720)
    )`.execute(db);
}
