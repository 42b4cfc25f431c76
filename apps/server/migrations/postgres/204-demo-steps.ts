import { type Kysely, sql } from 'kysely';

/** What the demo has put into this hub already: none of it is put there twice, though people may have changed it since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE demo_steps (
      name text PRIMARY KEY,
      done_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}
