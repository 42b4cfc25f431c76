import type {
  AlertKind,
  AlertLevel,
  AlertMetric,
  AlertRuleConfig,
  DeliveryState,
  IncidentEventKind,
  Message,
} from '@ludus/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Json<Value> = ColumnType<Value, string, string>;
type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

export interface AlertRulesTable {
  key: string;
  kind: AlertKind;
  name: string | null;
  is_enabled: boolean;
  config: Json<AlertRuleConfig>;
  updated_at: Date;
  updated_by: string;
}

export interface AlertIncidentsTable {
  id: GeneratedAlways<number>;
  cause: string;
  kind: AlertKind;
  integration_id: number;
  rule_name: string | null;
  opened_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  close_reason: string | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  is_muted: boolean;
  is_told: boolean;
  told_deviation: number | null;
}

export interface AlertStatesTable {
  rule_key: string;
  integration_id: number;
  operator_id: number;
  game_id: number;
  breaches: number;
  clears: number;
  is_open: boolean;
}

export interface AlertIncidentPartsTable {
  incident_id: number;
  rule_key: string;
  rule_name: string | null;
  level: AlertLevel;
  metric: AlertMetric;
  integration_id: number;
  operator_id: number;
  game_id: number;
  config: Json<AlertRuleConfig>;
  opened_at: Date;
  closed_at: Date | null;
  value: number | null;
  expected: number | null;
  deviation: number | null;
}

export interface AlertEventsTable {
  id: GeneratedAlways<number>;
  incident_id: number;
  at: Date;
  kind: IncidentEventKind;
  username: string | null;
  text: string | null;
  detail: NullableJson<Message>;
}

export interface AlertDeliveriesTable {
  id: string;
  incident_id: number | null;
  event: string;
  url: string;
  body: string;
  state: DeliveryState;
  attempts: Generated<number>;
  status: number | null;
  reason: NullableJson<Message>;
  created_at: Date;
  finished_at: Date | null;
}

export interface AlertSettingsTable {
  id: number;
  recipients: NullableJson<string[]>;
  sends_mail: Generated<boolean>;
  webhook_url: string | null;
  webhook_secret: string | null;
  maintenance_hours: Generated<number>;
  grace_hours: Generated<number>;
  evaluated_until: Date | null;
  evaluated_at: Date | null;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    alert_rules: AlertRulesTable;
    alert_incidents: AlertIncidentsTable;
    alert_states: AlertStatesTable;
    alert_incident_parts: AlertIncidentPartsTable;
    alert_events: AlertEventsTable;
    alert_deliveries: AlertDeliveriesTable;
    alert_settings: AlertSettingsTable;
  }
}
