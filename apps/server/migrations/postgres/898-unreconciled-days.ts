import { type Kysely, sql } from 'kysely';

/** Every screen with figures asks which days of its period differ: few of many, in a year or more of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX reconciliation_days_differing ON reconciliation_days (day, integration_id) WHERE differing > 0`.execute(
    db,
  );
}
