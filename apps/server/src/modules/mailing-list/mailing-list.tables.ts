import type { Generated, GeneratedAlways } from 'kysely';

export interface MailingListEntriesTable {
  id: Generated<number>;
  email: string;
  report_type_id: number;
  /** Null is every integration. */
  integration_id: number | null;
  created_at: Date;
}

/** A report that goes to several people, asked for by a person or by the clock. */
export interface ReportRunsTable {
  id: string;
  report_type: 'daily' | 'monthly' | 'italy-games' | 'custom';
  /** When the clock asks for it; null for one that a person asked for. */
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
  /** Why it failed, in words. */
  reason: string | null;
  /** It failed before a mail server was asked: its reader may not have the report. */
  refused: Generated<boolean>;
  /** The job that gave up on it: another one tries again. */
  failed_job: string | null;
  finished_at: Date | null;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    mailing_list_entries: MailingListEntriesTable;
    report_runs: ReportRunsTable;
    report_deliveries: ReportDeliveriesTable;
  }
}
