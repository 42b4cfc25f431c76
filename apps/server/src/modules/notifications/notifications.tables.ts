import type { Generated } from 'kysely';

export interface NotificationsTable {
  id: Generated<number>;
  /** The `sub` of the identity provider. */
  user_id: string;
  title: string;
  description: string;
  severity: number;
  seen: Generated<boolean>;
  maintenance_id: number | null;
  confirmation: boolean | null;
  created_at: Generated<Date>;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    notifications: NotificationsTable;
  }
}
