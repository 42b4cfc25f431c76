import { createHash, randomUUID } from 'node:crypto';
import type { DocumentLanguage, DocumentType, Jurisdiction } from '@ludus/contract';
import type { Files } from '../../infra/files/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { insertCertificate, setSuccessor } from './certificates.repo.ts';

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
  validFrom?: string | null;
  jurisdiction?: Jurisdiction | null;
  language?: DocumentLanguage;
  version?: string;
  /** The document whose place it takes. */
  replaces?: number;
  addedAt: Date;
  /** A username. */
  addedBy: string;
}

/** Writes a document as it is, without logging it. Returns its id. */
export async function importDocument(tx: Tx, files: Files, entry: ImportedDocument): Promise<number> {
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
    valid_from: entry.validFrom ?? null,
    jurisdiction: entry.jurisdiction ?? null,
    language: entry.language ?? null,
    version: entry.version ?? null,
    checksum: createHash('sha256').update(entry.content).digest('hex'),
  };
  const id = await insertCertificate(tx, row, entry.gameIds);
  if (entry.replaces !== undefined) await setSuccessor(tx, entry.replaces, id);
  return id;
}
