import { messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { type ExportRow, insertOpenedFrom } from './exports.repo.ts';

type LoggedExport = Pick<ExportRow, 'id' | 'file_name' | 'request'>;

const objectOf = ({ file_name, request }: LoggedExport) => ({ name: file_name, kind: request.kind });

/** Writes to the log that someone requested a file, and to whom it is to be mailed. */
export async function recordRequest(
  tx: Tx,
  actor: Actor,
  row: LoggedExport,
  recipients: readonly string[],
): Promise<void> {
  const count = recipients.length;
  const file = row.file_name;
  await recordAudit(tx, {
    actor,
    type: 'exports',
    action: 'request',
    objectId: row.id,
    description:
      count === 0
        ? messageOf('logs.exportRequested', { file })
        : messageOf('logs.exportRequestedFor', { file, count }),
    object: { ...objectOf(row), integration: actor.integration?.name ?? null },
    changes: count === 0 ? {} : changesBetween({}, { recipients }),
  });
}

/** Writes to the log that the address of a file was opened, once for each address of the network. */
export async function recordDownload(
  tx: Tx,
  owner: Pick<Actor, 'userId' | 'username'>,
  row: LoggedExport,
  address: string,
): Promise<void> {
  if (!(await insertOpenedFrom(tx, row.id, address))) return;
  await recordAudit(tx, {
    actor: owner,
    type: 'exports',
    action: 'download',
    objectId: row.id,
    description: messageOf('logs.exportDownloaded', { file: row.file_name, address }),
    object: { ...objectOf(row), address },
  });
}
