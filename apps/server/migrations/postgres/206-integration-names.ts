import { type Kysely, sql } from 'kysely';

/**
 * Integrations that are deleted stay as names for the books, and those that are renamed keep their former names, because
 * the tokens of signed-in people carry them. A name belongs to one integration, whatever its case, until that is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE integrations
    ADD COLUMN deleted_at timestamptz,
    ADD CONSTRAINT integrations_deleted CHECK (deleted_at IS NULL OR NOT is_active),
    DROP CONSTRAINT integrations_external_identifier_key`.execute(db);
  await sql`
    CREATE UNIQUE INDEX integrations_external_identifier ON integrations (lower(external_identifier))
    WHERE deleted_at IS NULL`.execute(db);
  await sql`DROP INDEX integrations_name`.execute(db);
  await sql`
    CREATE TABLE integration_names (
      name_key text PRIMARY KEY,
      integration_id integer NOT NULL REFERENCES integrations (id) ON DELETE CASCADE
    )`.execute(db);
  await sql`CREATE INDEX integration_names_integration ON integration_names (integration_id)`.execute(db);
  // The conflicting row is updated to itself, so that a name taken by a transaction under way is waited for and seen.
  await sql`
    CREATE FUNCTION keep_integration_name() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.deleted_at IS NOT NULL THEN
        DELETE FROM integration_names WHERE integration_id = NEW.id;
        RETURN NULL;
      END IF;
      INSERT INTO integration_names AS known (name_key, integration_id) VALUES (lower(NEW.name), NEW.id)
      ON CONFLICT (name_key) DO UPDATE SET integration_id = known.integration_id
        WHERE known.integration_id = NEW.id;
      IF NOT FOUND THEN
        RAISE unique_violation USING CONSTRAINT = 'integrations_name',
          MESSAGE = 'the name belongs to another integration (integrations_name)';
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER integrations_keep_name AFTER INSERT OR UPDATE OF name, deleted_at ON integrations
    FOR EACH ROW EXECUTE FUNCTION keep_integration_name()`.execute(db);
  await sql`
    INSERT INTO integration_names (name_key, integration_id) SELECT lower(name), id FROM integrations`.execute(
    db,
  );
}
