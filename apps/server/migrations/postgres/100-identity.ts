import { type Kysely, sql } from 'kysely';

// Accounts, sign-in state and keys of the built-in OpenID provider.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE accounts (
      id uuid PRIMARY KEY,
      username text NOT NULL CHECK (username = btrim(username) AND username <> ''),
      email text NOT NULL,
      password_hash text NOT NULL,
      roles text[] NOT NULL DEFAULT '{}',
      integration_name text,
      must_change_password boolean NOT NULL DEFAULT false,
      enabled boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL,
      last_login_at timestamptz
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX accounts_username ON accounts (lower(username))`.execute(db);

  await sql`
    CREATE TABLE account_sessions (
      session_uid text PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      ip_address text NOT NULL,
      started_at timestamptz NOT NULL,
      last_access_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX account_sessions_account ON account_sessions (account_id, last_access_at)`.execute(
    db,
  );

  await sql`
    CREATE TABLE oidc_payloads (
      model text NOT NULL,
      id_hash bytea NOT NULL,
      payload jsonb NOT NULL,
      uid text,
      grant_id text,
      session_uid text,
      account_id text,
      expires_at timestamptz,
      consumed_at timestamptz,
      PRIMARY KEY (model, id_hash)
    )`.execute(db);
  for (const column of ['uid', 'grant_id', 'session_uid', 'account_id', 'expires_at']) {
    await sql`CREATE INDEX ${sql.id(`oidc_payloads_${column}`)} ON oidc_payloads (${sql.id(column)})
      WHERE ${sql.id(column)} IS NOT NULL`.execute(db);
  }

  await sql`
    CREATE TABLE oidc_keys (
      name text PRIMARY KEY,
      sealed text NOT NULL,
      created_at timestamptz NOT NULL
    )`.execute(db);

  await sql`
    CREATE TABLE sign_in_attempts (
      key bytea PRIMARY KEY,
      failures integer NOT NULL,
      blocked_until timestamptz,
      last_at timestamptz NOT NULL
    )`.execute(db);
}
