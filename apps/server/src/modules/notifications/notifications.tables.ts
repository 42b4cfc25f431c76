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
  /** Whom a confirmation speaks for; null for notices to nobody's integration. */
  integration_id: number | null;
  /** Notices of one topic are gathered into one while they are unseen. */
  topic: string | null;
  /** How much the notice stands for, for those that are gathered. */
  count: Generated<number>;
  /** Where in the hub it leads; null for nowhere but itself. */
  path: string | null;
  created_at: Generated<Date>;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    notifications: NotificationsTable;
  }
}
