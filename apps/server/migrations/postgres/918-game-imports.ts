import { type Kysely, sql } from 'kysely';

/** Workbooks of games that were checked: what they would change, and what undoes it once they were applied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE game_imports (
      id uuid PRIMARY KEY,
      file_name text NOT NULL,
      username text NOT NULL,
      checked_at timestamptz NOT NULL,
      applied_at timestamptz,
      undone_at timestamptz,
      -- Of each game to change: its version when it was checked, and the values it gets.
      planned jsonb NOT NULL,
      -- Of each game that was changed: its version since, and the values it had.
      applied jsonb
    )`.execute(db);
  await sql`CREATE INDEX game_imports_applied ON game_imports (applied_at DESC)`.execute(db);
  await sql`CREATE INDEX game_imports_checked ON game_imports (checked_at)`.execute(db);
}
