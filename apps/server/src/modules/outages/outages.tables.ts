import type { Service } from '@ludus/contract';
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface OutagesTable {
  id: GeneratedAlways<number>;
  integration_id: number;
  opened_at: Date;
  closed_at: Date | null;
  /** Who closed it by hand: a username, which outlives the account. */
  closed_by: string | null;
  open_sessions: number | null;
  figures_as_of: Date | null;
}

export interface OutageServicesTable {
  outage_id: number;
  service: Service;
  opened_at: Date;
  closed_at: Date | null;
}

export interface OutageEventsTable {
  id: GeneratedAlways<number>;
  outage_id: number;
  at: Date;
  kind: string;
  service: Service | null;
  username: string | null;
  text_en: string | null;
  text_it: string | null;
  detail: unknown;
  notices: number | null;
  mails: number | null;
}

export interface OutageRecipientsTable {
  event_id: number;
  username: string;
  /** Null for people of the provider. */
  integration_id: number | null;
  has_notice: boolean;
  has_mail: boolean;
}

export interface ServiceStatesTable {
  integration_id: number;
  service: Service;
  checked_at: Date;
  is_failing: boolean;
  run_length: number;
  run_since: Date;
  counted_until: Date;
  is_down: boolean;
  is_held: boolean;
}

type Big = ColumnType<string, number, number>;

export interface ServiceDaysTable {
  integration_id: number;
  service: Service;
  day: string;
  checks: number;
  failed_checks: number;
  up_ms: Big;
  degraded_ms: Big;
  down_ms: Big;
  maintenance_ms: Big;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    outages: OutagesTable;
    outage_services: OutageServicesTable;
    outage_events: OutageEventsTable;
    outage_recipients: OutageRecipientsTable;
    service_states: ServiceStatesTable;
    service_days: ServiceDaysTable;
  }
}
