import type { Generated } from 'kysely';

export interface CertificatesTable {
  id: Generated<number>;
  name: string;
  file_name: string;
  /** Where the bytes are, in `infra/files`. */
  file_key: string;
  content_type: string;
  /** Text when read, as every 64-bit integer. */
  bytes: number | string;
  is_general: boolean;
  integration_id: number | null;
  updated_at: Date;
  document_type: string | null;
  /** YYYY-MM-DD. */
  valid_until: string | null;
  /** A username. */
  added_by: string | null;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    certificates: CertificatesTable;
    certificate_games: { certificate_id: number; game_id: number };
  }
}
