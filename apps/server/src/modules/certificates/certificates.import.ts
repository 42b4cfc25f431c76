import { randomUUID } from 'node:crypto';
import type { DocumentType } from '@ludus/contract';
import type { Files } from '../../infra/files/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { insertCertificate } from './certificates.repo.ts';

/** A document with its file, as the demo enters it. */
export interface ImportedDocument {
  name: string;
  type: DocumentType;
  fileName: string;
  contentType: string;
  content: Uint8Array;
  /** Empty for a general document, which belongs to an integration. */
  gameIds: readonly number[];
  /** Null where it holds for every integration. */
  integrationId: number | null;
  /** YYYY-MM-DD; null where it does not expire. */
  validUntil: string | null;
  addedAt: Date;
  /** A username. */
  addedBy: string;
}

/** Writes a document as it is, without logging it. */
export async function importDocument(tx: Tx, files: Files, entry: ImportedDocument): Promise<void> {
  const file_key = `certificates/${randomUUID()}`;
  await files.put(file_key, entry.content);
  const row = {
    name: entry.name,
    file_name: entry.fileName,
    file_key,
    content_type: entry.contentType,
    bytes: entry.content.length,
    is_general: entry.gameIds.length === 0,
    integration_id: entry.integrationId,
    updated_at: entry.addedAt,
    document_type: entry.type,
    valid_until: entry.validUntil,
    added_by: entry.addedBy,
  };
  await insertCertificate(tx, row, entry.gameIds);
}
