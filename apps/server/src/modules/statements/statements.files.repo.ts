import { createHash } from 'node:crypto';
import type { Language, StatementFormat } from '@ludus/contract';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import './statements.tables.ts';

export interface NamedFile {
  statementId: number;
  format: StatementFormat;
  language: Language;
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Keeps a document for good, with the hash that shows later whether it is unchanged. */
export async function insertFile(
  tx: Tx,
  { statementId, format, language }: NamedFile,
  bytes: Buffer,
): Promise<void> {
  await tx
    .insertInto('statement_files')
    .values({ statement_id: statementId, format, language, sha256: sha256Of(bytes), bytes })
    .execute();
}

/** What is kept of a statement; nothing of one that was issued before documents were kept. */
export function findFiles(
  db: Db,
  statementId: number,
): Promise<{ format: StatementFormat; language: Language; sha256: string }[]> {
  return db
    .selectFrom('statement_files')
    .select(['format', 'language', 'sha256'])
    .where('statement_id', '=', statementId)
    .execute();
}

/** A document as it was issued. @throws Error where its bytes are not those that were kept */
export async function readFile(
  db: Db,
  { statementId, format, language }: NamedFile,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('statement_files')
    .select(['bytes', 'sha256'])
    .where('statement_id', '=', statementId)
    .where('format', '=', format)
    .where('language', '=', language)
    .executeTakeFirst();
  if (row !== undefined && sha256Of(row.bytes) !== row.sha256)
    throw new Error(`The ${format} of statement ${statementId} as issued is not what was kept`);
  return row?.bytes;
}
