import { type Kysely, sql } from 'kysely';

/** The address of people who are gone, and since when: what was asked for before that does not go there any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE access_ends ADD COLUMN email text, ADD COLUMN ended_at timestamptz`.execute(db);
}
