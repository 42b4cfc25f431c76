import type { Generated } from 'kysely';

export interface MaintenancesTable {
  id: Generated<number>;
  starts_at: Date;
  description: string;
  severity: number;
  created_at: Date;
}

export interface MaintenanceIntegrationsTable {
  maintenance_id: number;
  integration_id: number;
  confirmed: boolean | null;
  answered_at: Date | null;
  /** Who confirmed or denied last: the username at that time, as the log has it. */
  answered_by: string | null;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    maintenances: MaintenancesTable;
    maintenance_integrations: MaintenanceIntegrationsTable;
  }
}
