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
}

export interface OidcKeysTable {
  name: string;
  sealed: string;
  created_at: Date;
}

export interface SignInAttemptsTable {
  key: Buffer;
  failures: number;
  blocked_until: Date | null;
  last_at: Date;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    accounts: AccountsTable;
    account_sessions: AccountSessionsTable;
    oidc_payloads: OidcPayloadsTable;
    oidc_keys: OidcKeysTable;
    sign_in_attempts: SignInAttemptsTable;
  }
}
