import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { Files } from '../../infra/files/index.ts';
import type { Download, SignFileUrl } from '../../infra/http/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { contentTypes } from './exports.file.ts';
import { recordDownload } from './exports.log.ts';
import { mayHave } from './exports.policy.ts';
import { type ExportRow, findExport } from './exports.repo.ts';

/** The URL of an exported file, for its owner, as long as the file is kept. */
export function exportUrl(
  signUrl: SignFileUrl,
  {
    id,
    file_name: name,
    user_id,
    expires_at,
  }: Pick<ExportRow, 'id' | 'file_name' | 'user_id' | 'expires_at'>,
): string {
  return signUrl({ id, name }, user_id, expires_at);
}

export interface ExportDownloadDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  files: Files;
  clock: Clock;
}

/**
 * Returns an exported file as a download, as long as its owner has the rights it was made with. A download, which has an
 * IP address, is logged.
 */
export async function openExport(
  { postgres, files, clock }: ExportDownloadDeps,
  owner: Actor,
  id: string,
  ipAddress: string | undefined,
): Promise<Download | undefined> {
  const file = await findExport(postgres.db, id, owner.userId);
  if (file === undefined || file.bytes === null || file.expires_at <= clock.now() || !mayHave(owner, file)) {
    return undefined;
  }
  if (ipAddress !== undefined) {
    await postgres.transaction((tx) => recordDownload(tx, owner, file, ipAddress));
  }
  return {
    fileName: file.file_name,
    contentType: contentTypes[file.format],
    bytes: Number(file.bytes),
    open: (range) => files.stream(file.file_key, range),
  };
}
