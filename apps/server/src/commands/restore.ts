/** `restore`: puts a set into empty stores, or into temporary ones to prove that it can be restored. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import pLimit from 'p-limit';
import { openStores, type Stores } from '../app.infra.ts';
import { migrateRecords } from '../app.migrations.ts';
import { migrateClickHouse, openClickHouse, readMigrations } from '../infra/clickhouse/index.ts';
import { isBucketTarget } from '../infra/config/backup.ts';
import type { Settings } from '../infra/config/settings.ts';
import { closeDataFolder } from '../infra/data-folder/index.ts';
import { createDurably } from '../infra/durable/index.ts';
import { openFiles } from '../infra/files/index.ts';
import type { Log } from '../infra/log/index.ts';
import { listPostgresMigrations, openPostgres } from '../infra/postgres/index.ts';
import { requeueLostJobs } from '../infra/queue/index.ts';
import {
  checksumsName,
  hasRecords,
  keyName,
  listSets,
  loadRecords,
  type Manifest,
  measureFile,
  openStorage,
  readManifest,
  readStoredFiles,
  type Storage,
} from '../modules/backup/index.ts';
import {
  type DaySums,
  EngineBackupError,
  hasSessionStore,
  restoreSnapshot,
  sumDays,
  verifySessionStore,
} from '../modules/session-store/index.ts';
import { UsageError } from './usage.ts';

interface CommandDeps {
  settings: Settings;
  log: Log;
  say(line: string): void;
}

/** A set that this version can restore, and where it is. */
interface OpenSet {
  storage: Storage;
  set: Manifest;
}

const atOnce = 4;
const never = new AbortController().signal;

/**
 * Restores a set into stores that hold nothing, and brings them up to this version.
 * @param given a set as `backups` lists it, `latest`, or with its target before it
 * @throws UsageError when the set is not whole, damaged or of another version, and when a store already holds something;
 * nothing has been changed then
 */
export async function restore(given: string, deps: CommandDeps): Promise<void> {
  const { settings, log, say } = deps;
  const opened = await openSet(given, settings);
  try {
    const { set } = opened;
    assertEmptyFolder(settings, set);
    await assertUndamaged(opened, say);
    await fillStores(opened, deps);
    if (set.sessionStore !== null) {
      // As every start does, with all its checks.
      const stores = await openStores(settings, log);
      await requeueLostJobs(stores.postgres, log).finally(() => stores.close());
    }
    say(`Restored the backup of ${set.takenAt}.`);
    for (const line of set.leftOut) say(`! ${line}`);
    if (set.sessionStore === null) say('! Restore the session store of the same time, then start the hub.');
  } finally {
    opened.storage.close();
  }
}

/**
 * Restores a set into temporary embedded stores, compares them with what the set says of itself, proves the session store,
 * and removes them.
 * @returns whether nothing is wrong
 */
export async function verifyBackup(given: string, deps: CommandDeps): Promise<boolean> {
  const { say, log } = deps;
  const opened = await openSet(given, deps.settings);
  const dataDir = await mkdtemp(join(tmpdir(), 'ludus-restore-'));
  try {
    const { set } = opened;
    await assertUndamaged(opened, say);
    const settings = embeddedSettings(deps.settings, dataDir, set);
    await fillStores(opened, { ...deps, settings });
    const stores = await openStores(settings, log, { allowMismatch: set.sessionStore === null });
    const problems = await findProblems(opened, stores, settings, say).finally(() => stores.close());
    for (const problem of problems) say(`! ${problem}`);
    for (const line of set.leftOut) say(`! ${line}`);
    const days = `${set.sums.length} sums of integrations and days`;
    say(
      problems.length === 0
        ? `The backup ${set.id} can be restored: ${days} are equal to the cent.`
        : `The backup ${set.id} is not what it says: see the lines with "!".`,
    );
    return problems.length === 0;
  } finally {
    opened.storage.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function embeddedSettings(settings: Settings, dataDir: string, { hasKey }: Manifest): Settings {
  return {
    ...settings,
    dataDir,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    clickhouseUrl: undefined,
    clickhouseCluster: undefined,
    s3: undefined,
    encryptionKey: hasKey ? undefined : settings.encryptionKey,
  };
}

async function openSet(given: string, settings: Settings): Promise<OpenSet> {
  const named = /[/\\]/.test(given);
  const place = named && !isBucketTarget(given) ? resolve(given) : given.replace(/\/+$/, '');
  const target = named
    ? place.slice(0, -basename(place).length - 1) || dirname(place)
    : settings.backup.target;
  if (target === undefined) {
    throw new UsageError(`Name the set with its target, such as /backups/${given}, or set BACKUP_TARGET.`);
  }
  const storage = openStorage(target, settings);
  try {
    await storage.check({ writes: false });
    const id = basename(place) === 'latest' ? await findLatest(storage) : basename(place);
    return { storage, set: await readWhole(storage, id) };
  } catch (error) {
    storage.close();
    throw error;
  }
}

async function findLatest(storage: Storage): Promise<string> {
  const latest = (await listSets(storage)).findLast(({ manifest }) => manifest !== null);
  if (latest === undefined) throw new UsageError(`There is no whole backup in ${storage.target}.`);
  return latest.id;
}

async function readWhole(storage: Storage, id: string): Promise<Manifest> {
  const set = await readManifest(storage, id);
  const name = `${storage.target}/${id}`;
  if (set === null && (await storage.readText(`${id}/backup.json`)) !== undefined) {
    throw new UsageError(
      `${name} is a copy of a stopped hub, made by version 1.0.0: restore it with version 1.0.0, then start this version on it.`,
    );
  }
  if (set === null)
    throw new UsageError(`${name} is no whole backup: it was interrupted, or is something else.`);
  const known = new Set([
    ...(await listPostgresMigrations()),
    ...(await readMigrations('single')).map(({ name: migration }) => migration),
  ]);
  const isKnown =
    set !== 'other' &&
    [...set.migrations.postgres, ...set.migrations.clickhouse].every((migration) => known.has(migration));
  if (!isKnown) {
    throw new UsageError(
      `${name} is a backup of another version of Ludus Hub, which this version cannot restore: run the version that created it.`,
    );
  }
  return set;
}

function assertEmptyFolder({ dataDir, ...settings }: Settings, set: Manifest): void {
  const parts = [
    ...(settings.databaseUrl === undefined ? ['postgres'] : []),
    ...(settings.clickhouseUrl === undefined ? ['session-store'] : []),
    ...(settings.s3 === undefined ? ['files'] : []),
    ...(set.hasKey ? [keyName] : []),
  ];
  const present = parts.filter((part) => existsSync(join(dataDir, part)));
  if (present.length === 0) return;
  throw new UsageError(
    `${dataDir} already holds ${present.join(', ')}. Move it away, or name another folder in HUB_DATA_DIR.`,
  );
}

/** Reads every file of the set, and of its base. @throws UsageError naming the first damaged ones */
async function assertUndamaged({ storage, set }: OpenSet, say: CommandDeps['say']): Promise<void> {
  const base = set.base === null ? [] : [await readWhole(storage, set.base)];
  for (const one of [...base, set]) {
    const damaged = await findDamaged(storage, one);
    if (damaged.length > 0) {
      const more = damaged.length > 5 ? ` and ${damaged.length - 5} more` : '';
      throw new UsageError(
        `The backup ${one.id} is damaged: ${damaged.slice(0, 5).join(', ')}${more} differ from their checksums or are missing.`,
      );
    }
    say(`  ${one.parts.count} files of ${one.id} are whole`);
  }
}

async function findDamaged(storage: Storage, set: Manifest): Promise<string[]> {
  const list = (await storage.readText(`${set.id}/${checksumsName}`)) ?? '';
  if (createHash('sha256').update(list).digest('hex') !== set.checksums) return [checksumsName];
  const limit = pLimit(atOnce);
  const lines = list.split('\n').filter((line) => line !== '');
  const found = await Promise.all(
    lines.map((line) =>
      limit(async () => {
        const [sum, path] = [line.slice(0, 64), line.slice(66)];
        const content = await measureFile(storage, `${set.id}/${path}`).catch(() => null);
        return content?.sha256 === sum ? [] : [path];
      }),
    ),
  );
  return found.flat();
}

/** Fills both stores as far migrated as the set, then the files. */
async function fillStores({ storage, set }: OpenSet, { settings, log, say }: CommandDeps): Promise<void> {
  const key = set.hasKey ? await storage.readText(`${set.id}/${keyName}`) : undefined;
  await closeDataFolder(settings.dataDir, log);
  const postgres = await openPostgres(settings, log);
  try {
    if (await hasRecords(postgres)) {
      throw new UsageError(
        'The database of DATABASE_URL already holds the tables of a hub. Name an empty one.',
      );
    }
    if (set.sessionStore !== null) await fillSessionStore({ storage, set }, { settings, log, say });
    if (key !== undefined) await createDurably(join(settings.dataDir, keyName), key);
    say('  session store restored');
    await migrateRecords(postgres, log, { onlyPostgres: set.migrations.postgres });
    await loadRecords(postgres, set.records, async (table) =>
      (await storage.read(`${set.id}/postgres/${table}.copy.gz`)).pipe(createGunzip()),
    );
    say('  PostgreSQL restored');
  } finally {
    await postgres.close();
  }
  const files = openFiles(settings);
  for (const { key: file, size, set: owner } of await readStoredFiles(storage, set.id)) {
    const present = await files.size(file).catch(() => null);
    if (present !== size) await files.put(file, await storage.read(`${owner}/files/${file}`));
  }
  say(`  ${set.files} files restored`);
}

async function fillSessionStore(
  { storage, set }: OpenSet,
  { settings, log, say }: CommandDeps,
): Promise<void> {
  const { base, sessionStore, migrations } = set;
  const clickhouse = await openClickHouse(settings, log);
  try {
    if (await hasSessionStore(clickhouse)) {
      throw new UsageError(
        'The database of CLICKHOUSE_URL already holds a session store. Name an empty one.',
      );
    }
    const all = await readMigrations('single');
    const wanted = all.filter(({ name }) => name.startsWith('000-') || migrations.clickhouse.includes(name));
    await migrateClickHouse(clickhouse, { migrations: wanted });
    say('  restoring the session store');
    await restoreSnapshot(clickhouse, sessionStore?.database ?? '', {
      place: storage.enginePlace(`${set.id}/session-store`),
      base: base === null ? undefined : storage.enginePlace(`${base}/session-store`),
      signal: never,
      progress: ({ idleSeconds }) =>
        idleSeconds > 0 && say(`  session store: nothing was restored for ${idleSeconds} s`),
    });
  } catch (error) {
    if (!(error instanceof EngineBackupError)) throw error;
    throw new UsageError(
      `The session store cannot be restored: ${error.message}. ClickHouse reads the set itself: it has to reach ${storage.target} and trust its certificate.`,
    );
  } finally {
    await clickhouse.close();
  }
}

async function findProblems(
  { storage, set }: OpenSet,
  stores: Stores,
  settings: Settings,
  say: CommandDeps['say'],
): Promise<string[]> {
  const problems: string[] = [];
  if (set.sessionStore !== null) {
    problems.push(...compareSums(set.sums, await sumDays(stores.clickhouse, 'store')));
    await verifySessionStore(stores, {
      progress: (line) => say(`  ${line}`),
      problem: (line) => problems.push(line),
    });
  }
  const files = openFiles(settings);
  for (const { key, size } of await readStoredFiles(storage, set.id)) {
    if ((await files.size(key).catch(() => null)) !== size) problems.push(`The file ${key} is missing.`);
  }
  return problems;
}

/** The sums that differ, in words. */
function compareSums(expected: readonly DaySums[], restored: readonly DaySums[]): string[] {
  const nameOf = ({ integration, day }: DaySums) => `integration ${integration} on ${day}`;
  const found = new Map(restored.map((sums) => [nameOf(sums), sums]));
  const wanted = new Map(expected.map((sums) => [nameOf(sums), sums]));
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((name) => {
    const [before, now] = [wanted.get(name), found.get(name)].map(wordsOf);
    return before === now ? [] : [`Sums of ${name}: ${before} in the backup, ${now} restored.`];
  });
}

function wordsOf(sums: DaySums | undefined): string {
  if (sums === undefined) return 'none';
  const { sessions, bet, win, netWin, due } = sums;
  return `${sessions} sessions, bet ${bet}, win ${win}, net win ${netWin}, due ${due}`;
}
