import type { Generated } from 'kysely';

export interface PlayersTable {
  id: number;
  integration_id: number;
  user_id: string;
}

export interface StoreIdentityTable {
  store_id: string;
  write_begun_ms: string;
  write_stored_ms: string;
}

export interface DirtyBucketsTable {
  grain: 'day' | 'month';
  /** First day of the bucket. */
  bucket: string;
  data_version: string;
  /** When a writer made it dirty for the last time. */
  marked_at: Generated<Date>;
}

export interface SessionWritesTable {
  integration_id: number;
  write_number: string;
  begun_at: Generated<Date>;
  is_stored: Generated<boolean>;
}

export interface SessionDaysTable {
  day: string;
  latest_change_ms: string;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    store_identity: StoreIdentityTable;
    players: PlayersTable;
    dirty_buckets: DirtyBucketsTable;
    session_days: SessionDaysTable;
    session_writes: SessionWritesTable;
  }
}
