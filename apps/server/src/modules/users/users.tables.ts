import type { Language } from '@ludus/contract';
import type { Generated } from 'kysely';

export interface UsersTable {
  id: Generated<number>;
  /** The `sub` of the identity provider; null for people who are known only from their platform. */
  subject: string | null;
  username: string;
  email: string | null;
  roles: Generated<string[]>;
  /** From the identity provider; null for staff of the provider. */
  integration_name: string | null;
  /** From the platform; applies to users without a subject. */
  integration_id: number | null;
  /** The platform of the integration that the user works at. */
  platform_id: Generated<number | null>;
  language: Language | null;
  /** False once the identity provider lists the person no more, or as disabled. */
  enabled: Generated<boolean>;
  created_at: Date;
  last_seen_at: Date | null;
}

export interface TokenRevocationsTable {
  subject: string;
  /** No token issued before this is valid, whatever rights it holds. It only grows. */
  not_before: Date | null;
  /** Tokens issued from here on are valid; null when none will ever be valid again. */
  valid_from: Date | null;
  /** Rights with which an older token is still valid; null when none is. */
  roles: string[] | null;
  integration_name: string | null;
  /** The address of a removed user, and since when. */
  email: string | null;
  ended_at: Date | null;
}

/** An address of someone who was staff of the provider. */
export interface FormerStaffAddressesTable {
  /** Trimmed, in lower case. */
  address: string;
  left_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    users: UsersTable;
    token_revocations: TokenRevocationsTable;
    former_staff_addresses: FormerStaffAddressesTable;
  }
}
