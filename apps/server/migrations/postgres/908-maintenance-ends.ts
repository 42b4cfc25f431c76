import { type Kysely, sql } from 'kysely';

/** When maintenances end, what they touch, that they were called off, why someone is not available, and who was reminded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE maintenances
      -- Null where only the start was announced.
      ADD COLUMN ends_at timestamptz CHECK (ends_at > starts_at),
      ADD COLUMN kind text NOT NULL DEFAULT 'planned' CHECK (kind IN ('planned', 'emergency')),
      -- Empty is all of them.
      ADD COLUMN services text[] NOT NULL DEFAULT '{}',
      ADD COLUMN game_ids integer[] NOT NULL DEFAULT '{}',
      ADD COLUMN cancelled_at timestamptz,
      ADD COLUMN cancel_reason text,
      -- How often it was changed: calendars replace an event by one of a higher number.
      ADD COLUMN sequence integer NOT NULL DEFAULT 0,
      ADD COLUMN changed_at timestamptz,
      ADD CHECK ((cancelled_at IS NULL) = (cancel_reason IS NULL))`.execute(db);
  await sql`ALTER TABLE maintenance_integrations ADD COLUMN reason text`.execute(db);
  await sql`
    CREATE TABLE maintenance_reminders (
      maintenance_id integer NOT NULL REFERENCES maintenances (id) ON DELETE CASCADE,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
      hours_before smallint NOT NULL,
      sent_at timestamptz NOT NULL,
      PRIMARY KEY (maintenance_id, integration_id, hours_before)
    )`.execute(db);
}
