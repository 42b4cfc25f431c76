import { type Kysely, sql } from 'kysely';

/**
 * Where a person works within their integration, and whose tokens were taken back. `valid_from` is null for people who
 * are gone for good; otherwise older tokens count only if they hold just these roles and this integration, and none at
 * all where `roles` is null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users
    ADD COLUMN platform_id integer REFERENCES platforms (id) ON DELETE SET NULL`.execute(db);
  await sql`
    CREATE TABLE access_ends (
      subject text PRIMARY KEY,
      valid_from timestamptz,
      roles text[],
      integration_name text
    )`.execute(db);
  await sql`
    CREATE TRIGGER access_ends_announce_change
    AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE ON access_ends
    FOR EACH STATEMENT EXECUTE FUNCTION announce_change()`.execute(db);
}
