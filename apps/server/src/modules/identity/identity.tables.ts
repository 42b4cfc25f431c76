import type { ColumnType, Generated } from 'kysely';

type Jsonb = ColumnType<Record<string, unknown>, string, string>;

export interface AccountsTable {
  id: string;
  username: string;
  email: string;
  password_hash: string;
  roles: string[];
  integration_name: string | null;
  must_change_password: Generated<boolean>;
  /** Grows with every change of the password or the second factor. */
  credential_version: Generated<number>;
  enabled: Generated<boolean>;
  created_at: Date;
  last_login_at: Date | null;
}

export interface AccountSessionsTable {
  session_uid: string;
  account_id: string;
  ip_address: string;
  started_at: Date;
  last_access_at: Date;
}

export interface OidcPayloadsTable {
  model: string;
  id_hash: Buffer;
  payload: Jsonb;
  uid: string | null;
  grant_id: string | null;
  session_uid: string | null;
  account_id: string | null;
  expires_at: Date | null;
  consumed_at: Date | null;
  /** The network of a row that can be created without signing in. */
  caller: string | null;
  /** With the used refresh token it gives the id of the next one. */
  successor_salt: Buffer | null;
}

export interface RevokedGrantsTable {
  grant_id: string;
  /** No access token of the grant is unexpired from here on. */
  expires_at: Date;
}

export interface OidcKeysTable {
  name: string;
  /** `signing` or `cookies`. */
  purpose: string;
  ciphertext: string;
  created_at: Date;
  /** Null for the key that signs; the others only verify. */
  retired_at: Date | null;
}

export interface SignInAttemptsTable {
  key: Buffer;
  failures: number;
  blocked_until: Date | null;
  last_at: Date;
}

export interface SignInRefusalsTable {
  key: Buffer;
  refusal: Jsonb;
  repeats: number;
  first_at: Date;
}

export interface AccountSecondFactorsTable {
  account_id: string;
  encrypted_key: string;
  /** The 30 seconds, counted from 1970, of the last code that was used. */
  last_step: string;
  confirmed_at: Date;
}

export interface AccountPendingFactorsTable {
  account_id: string;
  encrypted_key: string;
  created_at: Date;
}

export interface AccountRecoveryCodesTable {
  account_id: string;
  code_hash: string;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    accounts: AccountsTable;
    account_pending_factors: AccountPendingFactorsTable;
    account_recovery_codes: AccountRecoveryCodesTable;
    account_second_factors: AccountSecondFactorsTable;
    account_sessions: AccountSessionsTable;
    oidc_payloads: OidcPayloadsTable;
    oidc_keys: OidcKeysTable;
    revoked_grants: RevokedGrantsTable;
    sign_in_attempts: SignInAttemptsTable;
    sign_in_refusals: SignInRefusalsTable;
  }
}
