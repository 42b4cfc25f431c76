import { type Kysely, sql } from 'kysely';

/**
 * For each Rome day in which sessions were created, the latest change of any of them. A list by last change need not
 * look at days whose sessions had all come to rest before the times it shows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE books_days (
      day date PRIMARY KEY,
      latest_change_ms bigint NOT NULL
    )`.execute(db);
}
