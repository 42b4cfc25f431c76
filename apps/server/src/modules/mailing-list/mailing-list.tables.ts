import type { Message } from '@ludus/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface MailingListEntriesTable {
  id: Generated<number>;
  email: string;
  report_type_id: number;
  /** Null is every integration. */
  integration_id: number | null;
  created_at: Date;
}

/** A report that goes to several people, requested by a person or by the schedule. */
export interface ReportRunsTable {
  id: string;
  report_type: 'daily' | 'monthly' | 'italy-games' | 'custom';
  /** The scheduled time; null for one that a person requested. */
  due_at: Date | null;
  job_id: string | null;
  created_at: Date;
  /** When the entries of the mailing list became deliveries; null before. */
  addressed_at: Date | null;
}

/** One mail of a report. */
export interface ReportDeliveriesTable {
  /** Text when read, as every 64-bit integer. */
  id: GeneratedAlways<string>;
  run_id: string;
  recipient: string;
  /** What the mail is limited to; null is all that its reader sees. */
  integration_id: number | null;
  entry_id: number | null;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  /** Why it failed. */
  reason: ColumnType<Message | null, string | null | undefined, string | null>;
  /** It failed before a mail server was called: its reader may not have the report. */
  refused: Generated<boolean>;
  /** The job that gave up on it: another one tries again. */
  failed_job: string | null;
  finished_at: Date | null;
}

/** An address of the mailing list that an account or a platform of an integration has claimed. */
export interface MailingListClaimsTable {
  /** Trimmed, in lower case. */
  address: string;
  is_held: boolean;
  /** Set for entries that an upgrade has limited to an integration, until the administrators are notified. */
  needs_report: Generated<boolean>;
  claim_reported_at: Date | null;
  drop_reported_at: Date | null;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    mailing_list_entries: MailingListEntriesTable;
    mailing_list_claims: MailingListClaimsTable;
    report_runs: ReportRunsTable;
    report_deliveries: ReportDeliveriesTable;
  }
}
