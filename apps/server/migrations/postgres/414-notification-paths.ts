import { type Kysely, sql } from 'kysely';

/** Where in the hub a notice leads, as its e-mail does; null for notices that are all there is to read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE notifications ADD COLUMN path text`.execute(db);
}
