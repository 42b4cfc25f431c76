import type { Generated } from 'kysely';

export interface PlayersTable {
  id: Generated<number>;
  integration_id: number;
  user_id: string;
}

export interface StaleBucketsTable {
  grain: 'day' | 'month';
  /** First day of the bucket. */
  bucket: string;
  generation: string;
}

export interface BookDaysTable {
  day: string;
  latest_change_ms: string;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    players: PlayersTable;
    books_stale_buckets: StaleBucketsTable;
    books_days: BookDaysTable;
  }
}
