import type { Actor } from '../../infra/access/index.ts';
import type { Files } from '../../infra/files/index.ts';
import type { Download } from '../../infra/http/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { documentView, seesDocuments } from './certificates.policy.ts';
import { findCertificates } from './certificates.repo.ts';

/** Returns a document as a download, if the actor may see it. */
export async function findDocument(
  { db, files }: { db: Db; files: Files },
  actor: Actor,
  id: number,
): Promise<Download | undefined> {
  if (!seesDocuments(actor)) return undefined;
  const [row] = await findCertificates(db, documentView(actor), { ids: [id] });
  if (row === undefined) return undefined;
  return {
    fileName: row.file_name,
    contentType: row.content_type,
    bytes: Number(row.bytes),
    open: (range) => files.stream(row.file_key, range),
  };
}
