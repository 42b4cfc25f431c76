/** Takes a set: PostgreSQL, session store, files and key of one moment, while everything goes on. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type Message, messageOf } from '@ludus/contract';
import pLimit from 'p-limit';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { isBucketTarget } from '../../infra/config/backup.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { readEncryptionKey } from '../../infra/crypto/index.ts';
import { ConflictError, UnavailableError } from '../../infra/errors/index.ts';
import type { Files } from '../../infra/files/index.ts';
import type { Log } from '../../infra/log/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { thisRelease } from '../../infra/release/index.ts';
import {
  backUpSnapshot,
  type CopiedBytes,
  createSnapshot,
  type DaySums,
  databaseOf,
  dropSnapshot,
  EngineBackupError,
  listAppliedMigrations,
  sumDays,
  withoutIngest,
} from '../session-store/index.ts';
import {
  checksumsName,
  filesListName,
  keyName,
  listSets,
  type Manifest,
  manifestName,
  type StoredFiles,
  storedFiles,
  wholeSets,
} from './manifest.ts';
import { openRecordsReader, type RecordsReader, readStoreId } from './records.repo.ts';
import { chooseBase, removeExpired, removeRemains } from './retention.ts';
import { measureFile, openStorage, type Storage } from './storage.ts';

export interface BackupDeps {
  settings: Settings;
  log: Log;
  clock: Clock;
  postgres: Postgres;
  clickhouse: ClickHouse;
  files: Files;
}

export interface BackupOptions {
  /** A folder, or `s3://bucket/prefix`. */
  target: string;
  /** A full set, even if an increment is due. */
  full?: boolean;
  signal: AbortSignal;
  progress(percentage: number, message: Message): void;
}

const checkedAtOnce = 4;

/**
 * Takes a set. Of the target of the settings, sets that are no longer kept are removed afterwards.
 * @throws ConflictError while another backup runs, and when the target cannot be used or is another hub's
 */
export async function createSet(deps: BackupDeps, options: BackupOptions): Promise<Manifest> {
  const { settings, log } = deps;
  const { target, signal } = options;
  const storage = openStorage(target, settings);
  try {
    await storage.check({ writes: true });
    const reader = await openRecordsReader(deps.postgres);
    if (reader === null) throw new ConflictError(messageOf('jobs.backupRunning'));
    try {
      const sets = await listSets(storage);
      const removed = await removeRemains(storage, sets);
      if (removed > 0)
        log.warn({ removed, target: storage.target }, 'removed what interrupted backups had left');
      const whole = wholeSets(sets);
      const storeId = await readStoreId(deps.postgres.db);
      if (whole.some((set) => set.storeId !== storeId)) {
        throw new ConflictError(messageOf('jobs.backupTargetTaken', { target: storage.target }));
      }
      const base = options.full === true ? null : chooseBase(whole, settings.backup.fullEvery);
      const manifest = await fillSet(deps, options, {
        storage,
        reader,
        storeId,
        base,
        taken: new Set(sets.map(({ id }) => id)),
      });
      signal.throwIfAborted();
      await storage.write(`${manifest.id}/${manifestName}`, textStream(JSON.stringify(manifest, null, 1)));
      await storage.sync(manifest.id);
      if (target === settings.backup.target) {
        const expired = await removeExpired(storage, await listSets(storage), settings.backup.keep);
        if (expired.length > 0) log.info({ expired }, 'removed backups that are no longer kept');
      }
      log.info({ set: manifest.id, kind: manifest.kind, ...manifest.parts }, 'backup taken');
      return manifest;
    } finally {
      reader.close();
    }
  } finally {
    storage.close();
  }
}

interface OpenSet {
  storage: Storage;
  reader: RecordsReader;
  storeId: string;
  base: Manifest | null;
  /** Ids of the sets of the target. */
  taken: ReadonlySet<string>;
}

async function fillSet(deps: BackupDeps, options: BackupOptions, open: OpenSet): Promise<Manifest> {
  const { clickhouse, clock, postgres } = deps;
  const { signal, progress } = options;
  const { storage, reader, storeId, base } = open;
  const started = performance.now();
  const id = newSetId(clock.now(), open.taken);
  const leftOut = describeLeftOut(deps.settings, storage);
  const hasStore = canCopyStore(deps.settings, storage);
  let ended = false;
  progress(1, messageOf('jobs.backupStarted'));
  try {
    if (hasStore) await dropSnapshot(clickhouse);
    await reader.holdFiles();
    const pauseStarted = performance.now();
    const takenAt = await withoutIngest(postgres, async () => {
      await reader.begin();
      if (hasStore) await createSnapshot(clickhouse);
      return clock.now();
    });
    const pauseMs = Math.round(performance.now() - pauseStarted);
    signal.throwIfAborted();

    progress(5, messageOf('jobs.backupRecords'));
    const records = await reader.dump((table, content) =>
      storage.write(`${id}/postgres/${table}.copy.gz`, content.pipe(createGzip())),
    );
    const migrations = {
      postgres: await reader.listMigrations(),
      clickhouse: await listAppliedMigrations(clickhouse),
    };
    signal.throwIfAborted();

    progress(20, messageOf('jobs.backupSessions'));
    const hasBase = base?.sessionStore != null;
    const sums: DaySums[] = hasStore ? await sumDays(clickhouse, 'snapshot') : [];
    if (hasStore) {
      await backUpSnapshot(clickhouse, {
        place: storage.enginePlace(`${id}/session-store`),
        base: hasBase ? storage.enginePlace(`${base.id}/session-store`) : undefined,
        signal,
        progress: sayCopied(progress),
      }).catch((error: unknown) => {
        throw error instanceof EngineBackupError
          ? new UnavailableError(storeFailure(deps.settings, error.message), { cause: error })
          : error;
      });
    }

    progress(70, messageOf('jobs.backupFiles'));
    const files = await copyFiles(deps, options, open, id);
    const hasKey = await copyKey(deps.settings, storage, id);

    progress(90, messageOf('jobs.backupChecking'));
    const { parts, checksums } = await sumUp(storage, id, signal);
    ended = true;
    return {
      format: 3,
      id,
      kind: base === null ? 'full' : 'incremental',
      base: base?.id ?? null,
      takenAt: takenAt.toISOString(),
      seconds: Math.round((performance.now() - started) / 100) / 10,
      pauseMs,
      version: thisRelease.version,
      storeId,
      migrations,
      records,
      sessionStore: hasStore ? { database: await databaseOf(clickhouse) } : null,
      files: files.length,
      hasKey,
      leftOut,
      sums,
      parts,
      checksums,
    };
  } finally {
    // An engine that hangs may use it for long.
    if (hasStore) await dropSnapshot(clickhouse, { waits: ended });
  }
}

/** Passes on what has been copied of the session store when the percentage changes, and that nothing is. */
function sayCopied(progress: BackupOptions['progress']): (bytes: CopiedBytes) => void {
  let shown = 20;
  return ({ copied, total, idleSeconds }) => {
    if (idleSeconds > 0) progress(shown, messageOf('jobs.backupSessionsIdle', { seconds: idleSeconds }));
    const percentage = 20 + Math.floor((50 * Math.min(copied, total)) / Math.max(total, 1));
    if (percentage <= shown) return;
    shown = percentage;
    const values = { done: Math.round(copied / 1e6), all: Math.round(total / 1e6) };
    progress(percentage, messageOf('jobs.backupSessionsCopied', values));
  };
}

/** The hub reached the target before: a server that did not has its own way there. */
function storeFailure({ clickhouseUrl }: Settings, reason: string): Message {
  return clickhouseUrl === undefined
    ? messageOf('jobs.backupStoreFailed', { reason })
    : messageOf('jobs.backupStoreServerFailed', { reason });
}

/** Copies the files that the base does not have. A file never changes under its key. */
async function copyFiles(
  { files, settings }: BackupDeps,
  { signal }: BackupOptions,
  { storage, base }: OpenSet,
  id: string,
): Promise<StoredFiles> {
  const inBase = new Map(
    (base === null ? [] : await readStoredFiles(storage, base.id)).map((file) => [file.key, file]),
  );
  const ownPrefix = prefixWithin(settings, storage);
  const all: StoredFiles = [];
  for await (const { key, size } of files.list()) {
    if (ownPrefix !== undefined && key.startsWith(ownPrefix)) continue;
    signal.throwIfAborted();
    const present = inBase.get(key);
    if (present?.size === size) all.push(present);
    else {
      await storage.write(`${id}/files/${key}`, await files.stream(key));
      all.push({ key, size, set: id });
    }
  }
  await storage.write(`${id}/${filesListName}`, textStream(JSON.stringify(all)));
  return all;
}

/** The files that a set has, with those in its base. */
export async function readStoredFiles(storage: Storage, set: string): Promise<StoredFiles> {
  return storedFiles.parse(JSON.parse((await storage.readText(`${set}/${filesListName}`)) ?? '[]'));
}

/** Sets in the bucket of the files are no files. */
function prefixWithin({ s3, backup }: Settings, { target }: Storage): string | undefined {
  if (s3 === undefined || !isBucketTarget(target) || backup.s3.endpoint !== s3.endpoint) return undefined;
  const [bucket, ...path] = target.slice('s3://'.length).split('/');
  return bucket === s3.bucket ? path.map((part) => `${part}/`).join('') : undefined;
}

async function copyKey(settings: Settings, storage: Storage, id: string): Promise<boolean> {
  if (settings.encryptionKey !== undefined) return false;
  const key = await readEncryptionKey(settings);
  if (key !== undefined) await storage.write(`${id}/${keyName}`, textStream(`${key}\n`));
  return key !== undefined;
}

/** Reads every file of the set back once, and stores what it holds. */
async function sumUp(
  storage: Storage,
  id: string,
  signal: AbortSignal,
): Promise<Pick<Manifest, 'parts' | 'checksums'>> {
  const limit = pLimit(checkedAtOnce);
  const reading: Promise<{ line: string; bytes: number }>[] = [];
  for await (const { path } of storage.list(id)) {
    reading.push(
      limit(async () => {
        signal.throwIfAborted();
        const { sha256, bytes } = await measureFile(storage, path);
        return { line: `${sha256}  ${path.slice(id.length + 1)}\n`, bytes };
      }),
    );
  }
  const read = await Promise.all(reading);
  const text = read
    .map(({ line }) => line)
    .toSorted()
    .join('');
  await storage.write(`${id}/${checksumsName}`, textStream(text));
  return {
    parts: { count: read.length, bytes: read.reduce((sum, { bytes }) => sum + bytes, 0) },
    checksums: createHash('sha256').update(text).digest('hex'),
  };
}

/** The engine of this process reaches every target; a server only a bucket. */
function canCopyStore({ clickhouseUrl, clickhouseCluster }: Settings, { isShared }: Storage): boolean {
  return clickhouseUrl === undefined || (isShared && clickhouseCluster === undefined);
}

function describeLeftOut(settings: Settings, storage: Storage): string[] {
  const { clickhouseCluster, encryptionKey } = settings;
  const lines: string[] = [];
  if (!canCopyStore(settings, storage)) {
    lines.push(
      clickhouseCluster === undefined
        ? 'The session store (CLICKHOUSE_URL) is not in this set: a ClickHouse server reaches no folder of the hub. Name a target s3://bucket/prefix, which the server copies to itself, or use its own BACKUP at the same time.'
        : 'The session store (CLICKHOUSE_CLUSTER) is not in this set: use BACKUP … ON CLUSTER of ClickHouse at the same time.',
    );
  }
  if (encryptionKey !== undefined) {
    lines.push('ENCRYPTION_KEY is not in this set: keep it where a restored hub finds it.');
  }
  return lines;
}

/** Sets are named by their time, to the second; one that would have the name of another gets the next free second. */
function newSetId(now: Date, taken: ReadonlySet<string>): string {
  const id = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return taken.has(id) ? newSetId(new Date(now.getTime() + 1_000), taken) : id;
}

const textStream = (text: string) => Readable.from([Buffer.from(text)]);
