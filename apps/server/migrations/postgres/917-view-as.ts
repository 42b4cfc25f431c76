import { type Kysely, sql } from 'kysely';

/** The area of the log for staff of the provider who look at the hub as an integration does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO log_types (id, name) VALUES (27, 'viewAs')`.execute(db);
}
