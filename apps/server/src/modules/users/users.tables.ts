import type { Language } from '@ludus/contract';
import type { Generated } from 'kysely';

export interface UsersTable {
  id: Generated<number>;
  /** The `sub` of the identity provider; null for people who are known from their platform alone. */
  subject: string | null;
  username: string;
  email: string | null;
  roles: Generated<string[]>;
  /** As the identity provider writes it; null for staff of the provider. */
  integration_name: string | null;
  /** As the platform says; it counts for people without a subject. */
  integration_id: number | null;
  /** Where the person works within their integration. */
  platform_id: Generated<number | null>;
  language: Language | null;
  /** False once the identity provider lists the person no more, or as disabled. */
  enabled: Generated<boolean>;
  created_at: Date;
  last_seen_at: Date | null;
}

export interface AccessEndsTable {
  subject: string;
  /** Tokens issued from here on count; null when none will ever count again. */
  valid_from: Date | null;
  /** Rights with which an older token still counts; null when none does. */
  roles: string[] | null;
  integration_name: string | null;
  /** The address of somebody who is gone, and since when. */
  email: string | null;
  ended_at: Date | null;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    users: UsersTable;
    access_ends: AccessEndsTable;
  }
}
