import { type Kysely, sql } from 'kysely';

/** Tokens with which programs call the API for a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO log_types (id, name) VALUES (20, 'apiTokens')`.execute(db);
  await sql`
    CREATE TABLE api_tokens (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-z]{12}$'),
      name text NOT NULL,
      owner_id text NOT NULL,
      -- Whether the owner was staff of the provider at its creation, and whose rows it reads. Without an integration: all of them.
      of_provider boolean NOT NULL,
      integration_id integer REFERENCES integrations (id) ON DELETE CASCADE,
      scopes text[] NOT NULL,
      days smallint NOT NULL,
      created_at timestamptz NOT NULL,
      -- SHA-256 of the secret.
      secret_hash bytea NOT NULL,
      issued_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      -- The secret before the last renewal.
      old_secret_hash bytea,
      old_issued_at timestamptz,
      old_secret_until timestamptz,
      last_used_at timestamptz,
      last_used_from text,
      CHECK (of_provider OR integration_id IS NOT NULL),
      CHECK ((old_secret_hash IS NULL) = (old_secret_until IS NULL)),
      CHECK ((old_secret_hash IS NULL) = (old_issued_at IS NULL))
    )`.execute(db);
  await sql`CREATE INDEX api_tokens_owner ON api_tokens (owner_id)`.execute(db);
  await sql`CREATE INDEX api_tokens_integration ON api_tokens (integration_id)`.execute(db);
  await sql`CREATE INDEX api_tokens_expiry ON api_tokens (expires_at)`.execute(db);
}
