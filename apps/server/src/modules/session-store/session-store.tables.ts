import type { Generated } from 'kysely';

export interface PlayersTable {
  id: Generated<number>;
  integration_id: number;
  user_id: string;
}

export interface DirtyBucketsTable {
  grain: 'day' | 'month';
  /** First day of the bucket. */
  bucket: string;
  data_version: string;
}

export interface SessionDaysTable {
  day: string;
  latest_change_ms: string;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    players: PlayersTable;
    dirty_buckets: DirtyBucketsTable;
    session_days: SessionDaysTable;
  }
}
