import { type Kysely, sql } from 'kysely';

/** Accounts, second factors, sign-in state and keys of the built-in OpenID provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A text that only the right encryption key opens: a hub with another one does not start.
  await sql`
    CREATE TABLE encryption_check (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      ciphertext text NOT NULL
    )`.execute(db);
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
      last_login_at timestamptz,
      -- Counts changes of the password and the second factor, so that a page opened before a change is refused.
      credential_version integer NOT NULL DEFAULT 1
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX accounts_username ON accounts (lower(username))`.execute(db);
  // A sign-in writes last_login_at, which no cache depends on.
  await sql`
    CREATE TRIGGER accounts_notify_change
    AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF username, email, roles, integration_name, enabled ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change()`.execute(db);

  await sql`
    CREATE TABLE account_sessions (
      session_uid text PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      ip_address text NOT NULL,
      started_at timestamptz NOT NULL,
      last_access_at timestamptz NOT NULL
    )`.execute(db);
  await sql`
    CREATE INDEX account_sessions_account ON account_sessions (account_id, last_access_at)`.execute(db);

  // Keys are encrypted with the hub's encryption key, recovery codes are hashed.
  await sql`
    CREATE TABLE account_second_factors (
      account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      encrypted_key text NOT NULL,
      last_step bigint NOT NULL,
      confirmed_at timestamptz NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE account_pending_factors (
      account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      encrypted_key text NOT NULL,
      created_at timestamptz NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE account_recovery_codes (
      account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      code_hash text NOT NULL,
      PRIMARY KEY (account_id, code_hash)
    )`.execute(db);

  // State of the OpenID provider, by model (Session, Grant, RefreshToken, …).
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
      -- The successor of a used refresh token is derived from this and the token itself.
      successor_salt bytea,
      -- The network of open sign-ins, and of sessions without an account. Only these rows have one: they can be created
      -- without signing in, so their number is bounded.
      caller text,
      PRIMARY KEY (model, id_hash)
    )`.execute(db);
  for (const column of ['uid', 'grant_id', 'session_uid', 'account_id', 'expires_at']) {
    await sql`
      CREATE INDEX ${sql.id(`oidc_payloads_${column}`)} ON oidc_payloads (${sql.id(column)})
      WHERE ${sql.id(column)} IS NOT NULL`.execute(db);
  }
  await sql`
    CREATE INDEX oidc_payloads_caller ON oidc_payloads (model, caller, expires_at)
    WHERE caller IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX oidc_payloads_bounded ON oidc_payloads (model, expires_at)
    WHERE caller IS NOT NULL`.execute(db);

  // One active key per purpose; retired ones verify until what they signed has expired.
  await sql`
    CREATE TABLE oidc_keys (
      name text PRIMARY KEY,
      ciphertext text NOT NULL,
      created_at timestamptz NOT NULL,
      purpose text NOT NULL,
      retired_at timestamptz
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX oidc_keys_active ON oidc_keys (purpose) WHERE retired_at IS NULL`.execute(db);
  await sql`
    CREATE TRIGGER oidc_keys_notify_change
    AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE ON oidc_keys
    FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change()`.execute(db);

  // Sign-ins that have ended while their access tokens may still be unexpired.
  await sql`
    CREATE TABLE revoked_grants (
      grant_id text PRIMARY KEY,
      expires_at timestamptz NOT NULL
    )`.execute(db);
  await sql`
    CREATE TRIGGER revoked_grants_notify_change
    AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE ON revoked_grants
    FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change()`.execute(db);

  await sql`
    CREATE TABLE sign_in_attempts (
      key bytea PRIMARY KEY,
      failures integer NOT NULL,
      blocked_until timestamptz,
      last_at timestamptz NOT NULL
    )`.execute(db);
  // Repeated refusals are counted here until they become one entry of the log.
  await sql`
    CREATE TABLE sign_in_refusals (
      key bytea PRIMARY KEY,
      refusal jsonb NOT NULL,
      repeats integer NOT NULL,
      first_at timestamptz NOT NULL
    )`.execute(db);
}
