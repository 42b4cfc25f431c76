import { type Kysely, sql } from 'kysely';

/** What a ticket is about: its type, and the facts that support needs for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE tickets
      ADD COLUMN type text NOT NULL DEFAULT 'general'
        CHECK (type IN ('general', 'stuckSession', 'bigWin', 'reportBug', 'asset', 'certificate')),
      -- As the schema of the type has them, which stands in the contract.
      ADD COLUMN facts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(facts) = 'object'),
      -- The facts of a case may say all there is to say.
      DROP CONSTRAINT tickets_description_check,
      ADD CONSTRAINT tickets_description_check CHECK (description <> '' OR type <> 'general')`.execute(db);
}
