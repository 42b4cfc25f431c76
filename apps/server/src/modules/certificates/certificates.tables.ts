import type { ColumnType, Generated } from 'kysely';

/** A column that older releases leave out. */
type Added<T> = ColumnType<T | null, T | null | undefined, T | null>;

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
  jurisdiction: Added<string>;
  /** ISO 639-1. */
  language: Added<string>;
  version: Added<string>;
  /** SHA-256 of the file in hex; null until it has been computed. */
  checksum: Added<string>;
  /** YYYY-MM-DD. */
  valid_from: Added<string>;
  /** The document that takes its place. */
  replaced_by: Added<number>;
}

/** What an integration needs; the default of the contract without a row. */
export interface IntegrationJurisdictionsTable {
  integration_id: number;
  jurisdictions: string[];
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    certificates: CertificatesTable;
    integration_jurisdictions: IntegrationJurisdictionsTable;
    certificate_games: { certificate_id: number; game_id: number };
  }
}
