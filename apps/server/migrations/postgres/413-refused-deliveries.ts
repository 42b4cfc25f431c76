import { type Kysely, sql } from 'kysely';

/** Whether a mail that failed was kept back because its reader may not have the report: no server was asked then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE report_deliveries
      ADD COLUMN refused boolean NOT NULL DEFAULT false,
      ADD CHECK (state = 'failed' OR NOT refused)`.execute(db);
}
