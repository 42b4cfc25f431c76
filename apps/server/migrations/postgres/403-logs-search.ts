import { type Kysely, sql } from 'kysely';

/**
 * What the log is searched by, in lower case: who, what, and the names that the object had at the time. A trigram index
 * finds any part of it. Entries are written once: the table refuses to change or lose one, whoever asks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db);
  await sql`
    ALTER TABLE logs ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (lower(
      username || E'\n' || description
      || E'\n' || coalesce(related_object->>'name', '') || E'\n' || coalesce(related_object->>'slug', '')
      || E'\n' || coalesce(related_object->>'integration', '') || E'\n' || coalesce(related_object->>'operator', '')
    )) STORED`.execute(db);
  await sql`CREATE INDEX logs_search ON logs USING gin (search_text gin_trgm_ops)`.execute(db);
  await sql`CREATE INDEX logs_by_time ON logs (created_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX logs_by_user ON logs (user_id, created_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX logs_by_object ON logs (log_type_id, related_id)`.execute(db);
  await sql`
    CREATE FUNCTION refuse_to_rewrite_logs() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'Entries of the log are never changed or deleted.' USING ERRCODE = 'restrict_violation';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER logs_are_kept BEFORE UPDATE OR DELETE ON logs
    FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite_logs()`.execute(db);
  await sql`
    CREATE TRIGGER logs_are_not_emptied BEFORE TRUNCATE ON logs
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite_logs()`.execute(db);
}
