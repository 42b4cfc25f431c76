import type { FileFormat } from '@ludus/contract';
import type { Generated } from 'kysely';
import type { ExportRequest } from './exports.request.ts';

export interface ExportsTable {
  id: string;
  user_id: string;
  /** JSON; the request. */
  request: ExportRequest;
  format: FileFormat;
  file_name: string;
  /** Where the bytes are, in `infra/files`; there once it is done. */
  file_key: string;
  /** The job that makes it; null for what was made while the caller waited. */
  job_id: string | null;
  row_count: number | null;
  /** Text when read, as every 64-bit integer. */
  bytes: number | string | null;
  /** What whoever it was made for could do then, as `rightsOf` writes it; null for files of former versions. */
  rights: string | null;
  /** Addresses of the network from which its address was opened. */
  opened_from: Generated<string[]>;
  created_at: Date;
  done_at: Date | null;
  /** When its address ends; before it is done, when it is given up. */
  expires_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    exports: ExportsTable;
  }
}
