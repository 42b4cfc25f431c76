import type { Generated } from 'kysely';

/** A stored file, named by the SHA-256 of its content. */
export interface MediaFilesTable {
  hash: string;
  name: string;
  content_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  created_at: Generated<Date>;
}

/** A smaller rendering of a picture; it stands beside the original under the same hash. */
export interface MediaVariantsTable {
  hash: string;
  width: number;
  name: string;
  bytes: number;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    media_files: MediaFilesTable;
    media_variants: MediaVariantsTable;
  }
}
