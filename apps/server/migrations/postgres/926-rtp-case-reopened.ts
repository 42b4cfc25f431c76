import { type Kysely, sql } from 'kysely';

/** Closed cases can be opened again; what they were closed with stays with the entry of their history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE rtp_case_events
      ADD COLUMN conclusion text,
      DROP CONSTRAINT rtp_case_events_kind_check,
      ADD CONSTRAINT rtp_case_events_kind_check
        CHECK (kind IN ('opened', 'worse', 'noted', 'viewed', 'printed', 'closed', 'reopened'))`.execute(db);
  await sql`
    UPDATE rtp_case_events e SET conclusion = c.conclusion
    FROM rtp_cases c WHERE c.id = e.case_id AND e.kind = 'closed'`.execute(db);
}
