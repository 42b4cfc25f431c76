/** A BACKUP or RESTORE of the engine, which works in the background, so that no connection is held for hours. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ClickHouse, quote } from '../../../infra/clickhouse/index.ts';

/** What the engine has copied so far. */
export interface CopiedBytes {
  copied: number;
  /** 0 until it is known. */
  total: number;
  /** For how long it has read and written nothing. */
  idleSeconds: number;
}

/** Places are expressions of the engine's SQL. */
export interface EngineBackup {
  place: string;
  /** The set that it is an increment of. */
  base?: string | undefined;
  signal: AbortSignal;
  /** Called when more has been copied, and now and then while nothing is. */
  progress?: ((copied: CopiedBytes) => void) | undefined;
  /** How often the engine tries a call of an S3 server that fails. */
  s3Attempts?: number;
  /** It is cancelled when it has read and written nothing for this long. */
  stalledAfterMs?: number;
}

/** The engine ended without a result; the message is its own. */
export class EngineBackupError extends Error {
  override readonly name = 'EngineBackupError';
}

const label = 'session-store.backup';
const pollMs = 250;
const idleMs = 15_000;
/** About two minutes. The engine's own 1,000 attempts take hours when it does not reach the server or trust its certificate. */
const usualS3Attempts = 30;
const usualStallMs = 10 * 60_000;

/** @throws EngineBackupError with the words of the engine, or when it does not go on */
export async function runEngineBackup(
  clickhouse: ClickHouse,
  statement: string,
  settings: readonly string[],
  {
    base,
    signal,
    progress,
    s3Attempts = usualS3Attempts,
    stalledAfterMs = usualStallMs,
  }: Omit<EngineBackup, 'place'>,
): Promise<void> {
  const id = randomUUID();
  const all = [
    `id = ${quote(id)}`,
    `backup_restore_s3_retry_attempts = ${s3Attempts}`,
    ...settings,
    ...(base === undefined ? [] : [`base_backup = ${base}`]),
  ];
  await clickhouse.command(`${statement} SETTINGS ${all.join(', ')} ASYNC`, { label });
  const cancel = (queryId: string) =>
    clickhouse.command(`KILL QUERY WHERE query_id = ${quote(queryId)} ASYNC`, { label });
  let last = { copied: 0, moved: 0 };
  let movedAt = performance.now();
  let toldAt = movedAt;
  for (;;) {
    const row = await readState(clickhouse, id);
    if (row?.status === 'BACKUP_CREATED' || row?.status === 'RESTORED') return;
    if (row === undefined || /FAILED|CANCELLED/.test(row.status)) {
      throw new EngineBackupError(
        reasonOf(row?.error ?? 'The engine has forgotten the backup, as after a restart.'),
      );
    }
    if (signal.aborted) {
      await cancel(row.query_id);
      throw signal.reason;
    }
    const now = performance.now();
    if (row.moved > last.moved) movedAt = now;
    if (now - movedAt > stalledAfterMs) {
      await cancel(row.query_id);
      throw new EngineBackupError(`Nothing was copied for ${Math.round(stalledAfterMs / 1_000)} seconds`);
    }
    if (row.copied > last.copied || now - Math.max(movedAt, toldAt) > idleMs) {
      toldAt = now;
      progress?.({ copied: row.copied, total: row.total, idleSeconds: Math.round((now - movedAt) / 1_000) });
    }
    last = row;
    await wait(pollMs);
  }
}

interface State {
  status: string;
  error: string;
  query_id: string;
  total: number;
  /** Bytes that were written to the place. */
  copied: number;
  /** Bytes that were read or written, wherever. */
  moved: number;
}

/** Undefined when the engine does not know the backup. */
async function readState(clickhouse: ClickHouse, id: string): Promise<State | undefined> {
  const [row] = await clickhouse.rows<{
    status: string;
    error: string;
    query_id: string;
    total: string;
    written: string;
    read: string;
  }>(
    `SELECT status, error, query_id, toString(total_size) AS total,
       toString(events['WriteBufferFromS3Bytes'] + events['WriteBufferFromFileDescriptorWriteBytes']) AS written,
       toString(events['ReadBufferFromS3Bytes'] + events['ReadBufferFromFileDescriptorReadBytes']) AS read
     FROM (SELECT status, error, query_id, total_size FROM system.backups WHERE id = {id:String}) AS backup
     LEFT JOIN (SELECT query_id, ProfileEvents AS events FROM system.processes) AS running USING (query_id)`,
    { label, params: { id } },
  );
  if (row === undefined) return undefined;
  const copied = Number(row.written);
  return { ...row, total: Number(row.total), copied, moved: copied + Number(row.read) };
}

const reasonOf = (error: string) => error.split(/, Stack trace|\. \(/)[0] ?? error;
