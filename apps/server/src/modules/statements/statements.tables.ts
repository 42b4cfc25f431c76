import type {
  Language,
  Message,
  Party,
  SettlementTerms,
  StatementAction,
  StatementContent,
  StatementFormat,
  StatementSettings,
  StatementState,
} from '@ludus/contract';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

interface StatementSettingsTable {
  only_row: Generated<boolean>;
  settings: JSONColumnType<StatementSettings>;
}

interface StatementRecipientsTable {
  integration_id: number;
  party: JSONColumnType<Party>;
}

interface SettlementTermsTable {
  integration_id: number;
  from_month: string;
  terms: JSONColumnType<SettlementTerms>;
  updated_at: Date;
  updated_by: string;
}

/** Amounts are cents, as text when read. */
export interface StatementsTable {
  id: GeneratedAlways<number>;
  year: number;
  sequence: number;
  number: string;
  integration_id: number;
  month: string;
  closing_id: number;
  state: StatementState;
  issued_at: Date;
  due_on: string;
  due: string;
  restated: string;
  vat: string;
  total: string;
  terms_difference: string | null;
  content: JSONColumnType<StatementContent>;
}

interface StatementRestatementsTable {
  restatement_id: string;
  statement_id: number;
}

export interface StatementEventsTable {
  id: GeneratedAlways<string>;
  statement_id: number;
  integration_id: number;
  at: Date;
  action: StatementAction;
  side: 'integration' | 'provider';
  user_id: string;
  username: string;
  note: string | null;
  reference: string | null;
  amount: string | null;
  change: string | null;
}

interface StatementPaymentsTable {
  id: GeneratedAlways<number>;
  statement_id: number;
  amount: string;
  received_on: string;
  reference: string;
  event_id: string;
  reversal_id: Generated<string | null>;
}

export interface StatementDeliveriesTable {
  id: GeneratedAlways<string>;
  statement_id: number;
  recipient: string;
  user_id: string | null;
  language: Language;
  state: Generated<'waiting' | 'sent' | 'failed' | 'refused'>;
  reason: ColumnType<Message | null, string | null | undefined, string | null>;
  created_at: Date;
  finished_at: Generated<Date | null>;
}

/** A row is never changed. */
export interface StatementFilesTable {
  statement_id: number;
  format: StatementFormat;
  language: Language;
  sha256: string;
  bytes: Buffer;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    statement_settings: StatementSettingsTable;
    statement_recipients: StatementRecipientsTable;
    settlement_terms: SettlementTermsTable;
    statements: StatementsTable;
    statement_restatements: StatementRestatementsTable;
    statement_events: StatementEventsTable;
    statement_payments: StatementPaymentsTable;
    statement_deliveries: StatementDeliveriesTable;
    statement_files: StatementFilesTable;
  }
}
