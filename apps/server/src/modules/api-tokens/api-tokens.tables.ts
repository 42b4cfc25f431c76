import type { TokenScope } from '@ludus/contract';

export interface ApiTokensTable {
  /** Twelve letters and digits, which the token itself begins with. */
  id: string;
  name: string;
  /** The `sub` of the identity provider. */
  owner_id: string;
  /** Whether the owner was staff of the provider when the token was created. */
  of_provider: boolean;
  /** Null for all integrations. */
  integration_id: number | null;
  scopes: TokenScope[];
  /** Its lifetime. */
  days: number;
  created_at: Date;
  secret_hash: Buffer;
  issued_at: Date;
  expires_at: Date;
  /** The secret before the last renewal; all three or none. */
  old_secret_hash: Buffer | null;
  old_issued_at: Date | null;
  old_secret_until: Date | null;
  last_used_at: Date | null;
  last_used_from: string | null;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    api_tokens: ApiTokensTable;
  }
}
