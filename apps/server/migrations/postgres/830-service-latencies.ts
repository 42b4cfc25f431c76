import { type Kysely, sql } from 'kysely';

/** How long the services took to respond, in milliseconds by service; checks of older releases have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE service_checks ADD COLUMN latencies jsonb`.execute(db);
}
