import type { IntegrationVersion, Message, Service } from '@ludus/contract';
import type { ColumnType, Generated } from 'kysely';

export interface IntegrationsTable {
  id: Generated<number>;
  name: string;
  version: IntegrationVersion;
  external_identifier: string;
  provider_id: string | null;
  is_active: Generated<boolean>;
  gaming_service_url: string;
  data_service_url: string;
  play_service_url: string;
  launch_service_url: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** A deleted integration is inactive, has no services and no games; its row names what the session store holds of it. */
  deleted_at: Generated<Date | null>;
}

/** Whose a name is, in lower case: current and former names of integrations that are there. Kept by a trigger. */
export interface IntegrationNamesTable {
  name_key: string;
  integration_id: number;
}

export const tokenKinds = [
  'gaming',
  'data',
  'play',
  'launch',
  'bookkeeping',
  'operator',
  'maintenance',
  'system',
] as const;
export type TokenKind = (typeof tokenKinds)[number];

export interface IntegrationTokensTable {
  integration_id: number;
  kind: TokenKind;
  ciphertext: string;
  updated_at: Generated<Date>;
}

/** A brand of an integration that groups operators. */
export interface PlatformsTable {
  id: Generated<number>;
  integration_id: number;
  name: string;
}

export interface OperatorsTable {
  id: Generated<number>;
  integration_id: number;
  code: string;
  name: string;
  platform_id: number | null;
  created_at: Generated<Date>;
}

export type CheckedState = 'healthy' | 'failing';

export interface ServiceChecksTable {
  integration_id: number;
  checked_at: Date;
  gaming: CheckedState;
  data: CheckedState;
  play: CheckedState;
  launch: CheckedState;
  /** Why those that fail do, by service. */
  reasons: ColumnType<Partial<Record<Service, Message>>, string, string>;
  /** Milliseconds of those that are healthy, by service; null in checks of older releases. */
  latencies: ColumnType<Partial<Record<Service, number>> | null, string | null | undefined, string | null>;
}

export interface IntegrationFetchesTable {
  integration_id: number;
  completed_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    integrations: IntegrationsTable;
    integration_names: IntegrationNamesTable;
    integration_tokens: IntegrationTokensTable;
    platforms: PlatformsTable;
    operators: OperatorsTable;
    service_checks: ServiceChecksTable;
    integration_fetches: IntegrationFetchesTable;
  }
}
