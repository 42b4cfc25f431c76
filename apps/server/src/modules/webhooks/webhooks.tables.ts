import type { Message, WebhookEventName, WebhookEventType, WebhookOffReason } from '@ludus/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

export interface WebhookEndpointsTable {
  id: GeneratedAlways<number>;
  integration_id: number;
  name: string;
  url: string;
  events: WebhookEventName[];
  /** Null while it is on. */
  off_reason: WebhookOffReason | null;
  /** Encrypted. */
  secret: string;
  old_secret: string | null;
  old_secret_until: Date | null;
  failing_since: Date | null;
  created_at: Date;
}

export interface WebhookMessagesTable {
  id: string;
  integration_id: number;
  type: WebhookEventType;
  body: string;
  /** Waits for what it is about to be stored in the session store. */
  is_held: boolean;
  created_at: Date;
}

export interface WebhookDeliveriesTable {
  id: GeneratedAlways<number>;
  endpoint_id: number;
  message_id: string;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  /** Its place in the schedule. */
  tries: Generated<number>;
  next_attempt_at: Date | null;
  claimed_until: Generated<Date | null>;
  status: Generated<number | null>;
  duration_ms: Generated<number | null>;
  reason: NullableJson<Message>;
  created_at: Date;
  last_attempt_at: Generated<Date | null>;
}

export interface WebhookAttemptsTable {
  id: GeneratedAlways<number>;
  delivery_id: number;
  at: Date;
  status: number | null;
  duration_ms: number;
  reason: NullableJson<Message>;
  response: string;
}

export interface WebhookFigureDaysTable {
  integration_id: number;
  day: string;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    webhook_endpoints: WebhookEndpointsTable;
    webhook_messages: WebhookMessagesTable;
    webhook_deliveries: WebhookDeliveriesTable;
    webhook_attempts: WebhookAttemptsTable;
    webhook_figure_days: WebhookFigureDaysTable;
  }
}
