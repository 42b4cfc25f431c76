import { type Kysely, sql } from 'kysely';

/**
 * `integration_id` is whose answer the confirmation of a maintenance is. `topic` and `count` let a burst of the same
 * failure be one notice that counts up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE notifications
      ADD COLUMN integration_id integer REFERENCES integrations (id) ON DELETE SET NULL,
      ADD COLUMN topic text,
      ADD COLUMN count integer NOT NULL DEFAULT 1`.execute(db);
  await sql`CREATE INDEX notifications_maintenance ON notifications (maintenance_id, integration_id)
    WHERE maintenance_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX notifications_topic ON notifications (topic, created_at)
    WHERE topic IS NOT NULL AND NOT seen`.execute(db);
}
