import { type Kysely, sql } from 'kysely';

/** What the books keep beside ClickHouse: who is behind a player number, and which buckets of the cube are stale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A player is one user id at one integration. The number is dense, because bitmaps of players are small only then.
  await sql`
    CREATE TABLE players (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      integration_id integer NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      UNIQUE (user_id, integration_id)
    )`.execute(db);

  // A bucket stands here from before its rows are written until the cube holds them again.
  await sql`
    CREATE TABLE books_stale_buckets (
      grain text NOT NULL CHECK (grain IN ('day', 'month')),
      bucket date NOT NULL,
      generation bigint NOT NULL,
      PRIMARY KEY (grain, bucket)
    )`.execute(db);

  // Moves with every change of the books: the version of everything that is cached about them.
  await sql`CREATE SEQUENCE books_generation`.execute(db);
}
