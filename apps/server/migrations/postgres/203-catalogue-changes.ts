import { type Kysely, sql } from 'kysely';

const tables = [
  'games',
  'media_files',
  'media_variants',
  'game_media',
  'integrations',
  'platforms',
  'operators',
  'integration_games',
];

/** Says on channel `hub_changes` which table changed, at commit, so that every process drops what it remembers of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hub_changes', TG_TABLE_NAME);
      RETURN NULL;
    END $$`.execute(db);
  for (const table of tables) {
    await sql`
      CREATE TRIGGER ${sql.ref(`${table}_announce_change`)}
      AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${sql.table(table)}
      FOR EACH STATEMENT EXECUTE FUNCTION announce_change()`.execute(db);
  }
}
