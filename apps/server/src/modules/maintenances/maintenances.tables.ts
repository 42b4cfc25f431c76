import type { Language, MaintenanceKind, Service } from '@ludus/contract';
import type { Generated } from 'kysely';

export interface MaintenancesTable {
  id: Generated<number>;
  starts_at: Date;
  /** Null where only the start was announced. */
  ends_at: Date | null;
  kind: Generated<MaintenanceKind>;
  description: string;
  severity: number;
  /** Empty is all of them. */
  services: Generated<Service[]>;
  game_ids: Generated<number[]>;
  created_at: Date;
  cancelled_at: Date | null;
  cancel_reason: string | null;
  /** How often it was changed. */
  sequence: Generated<number>;
  changed_at: Date | null;
}

export interface MaintenanceIntegrationsTable {
  maintenance_id: number;
  integration_id: number;
  confirmed: boolean | null;
  answered_at: Date | null;
  /** Who confirmed or denied last: the username at that time, as the log has it. */
  answered_by: string | null;
  /** Why it was denied. */
  reason: string | null;
}

export interface MaintenanceRemindersTable {
  maintenance_id: number;
  integration_id: number;
  hours_before: number;
  sent_at: Date;
}

export interface CalendarFeedsTable {
  /** The `sub` of the person. */
  user_id: string;
  secret_hash: string;
  language: Language;
  created_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    calendar_feeds: CalendarFeedsTable;
    maintenances: MaintenancesTable;
    maintenance_integrations: MaintenanceIntegrationsTable;
    maintenance_reminders: MaintenanceRemindersTable;
  }
}
