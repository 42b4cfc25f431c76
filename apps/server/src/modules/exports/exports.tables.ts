import type { ExportFormat } from '@ludus/contract';
import type { ExportRequest } from './exports.request.ts';

export interface ExportsTable {
  id: string;
  user_id: string;
  /** JSON; what it was asked with. */
  request: ExportRequest;
  format: ExportFormat;
  file_name: string;
  /** Where the bytes are, in `platform/files`; there once it is done. */
  file_key: string;
  /** The job that makes it; null for what was made while the caller waited. */
  job_id: string | null;
  row_count: number | null;
  /** Text when read, as every 64-bit integer. */
  bytes: number | string | null;
  created_at: Date;
  done_at: Date | null;
  /** When its address ends; before it is done, when it is given up. */
  expires_at: Date;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    exports: ExportsTable;
  }
}
