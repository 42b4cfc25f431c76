import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { openStores } from '../app.infra.ts';
import { readMigrations } from '../infra/clickhouse/index.ts';
import type { Clock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import { StoreInUseError } from '../infra/errors/startup-errors.ts';
import type { Log } from '../infra/log/index.ts';
import { listPostgresMigrations } from '../infra/postgres/index.ts';
import { UsageError } from './usage.ts';

const manifestName = 'backup.json';
const manifest = z.strictObject({
  format: z.literal(2),
  createdAt: z.string(),
  parts: z.array(z.enum(['postgres', 'session-store', 'files', 'encryption.key'])),
  /** The migrations that the stores have; a version that lacks one of them cannot open the stores. */
  migrations: z.array(z.string()),
});
type Part = z.infer<typeof manifest>['parts'][number];

interface CommandDeps {
  settings: Settings;
  log: Log;
  clock: Clock;
  say(line: string): void;
}

/**
 * Copies everything that the data folder holds, while the hub is stopped: both stores are opened once and closed, so
 * that what lies in the folder is complete. What lives elsewhere by the settings is backed up there.
 * @throws UsageError while a hub runs on the folder, or when the target exists.
 */
export async function backUp(target: string, { settings, log, clock, say }: CommandDeps): Promise<void> {
  const folder = resolve(target);
  if (existsSync(folder)) throw new UsageError(`${folder} exists already. Choose a folder that does not.`);
  await settle(settings, log);
  const parts = embeddedParts(settings).filter((part) => existsSync(join(settings.dataDir, part)));
  const draft = `${folder}.incomplete`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  for (const part of parts) await copy(join(settings.dataDir, part), draft);
  const content: z.infer<typeof manifest> = {
    format: 2,
    createdAt: clock.now().toISOString(),
    parts,
    migrations: await listMigrations(),
  };
  await writeFile(join(draft, manifestName), `${JSON.stringify(content, null, 2)}\n`);
  await rename(draft, folder);
  say(`Backed up ${parts.join(', ')} to ${folder}.`);
  if (settings.databaseUrl !== undefined)
    say('PostgreSQL (DATABASE_URL) is not part of it: use its own tools.');
  if (settings.clickhouseUrl !== undefined)
    say('ClickHouse (CLICKHOUSE_URL) is not part of it: use its own tools.');
  if (settings.s3 !== undefined) say('The bucket (S3_BUCKET) is not part of it: use its own tools.');
}

/**
 * Puts a backup into an empty data folder, opens it, and brings it up to this version of the hub.
 * @throws UsageError when the source is no backup or one of another version, or when the data folder already holds
 * something; nothing has been copied then.
 */
export async function restore(source: string, { settings, log, say }: CommandDeps): Promise<void> {
  const folder = resolve(source);
  const { parts, createdAt, migrations } = await readManifest(folder);
  const known = new Set(await listMigrations());
  if (migrations.some((name) => !known.has(name))) throw otherVersion(folder);
  const inTheWay = parts.filter((part) => existsSync(join(settings.dataDir, part)));
  if (inTheWay.length > 0) {
    throw new UsageError(
      `${settings.dataDir} already holds ${inTheWay.join(', ')}. Move it away, or name another folder in HUB_DATA_DIR.`,
    );
  }
  const missing = parts.filter((part) => !existsSync(join(folder, part)));
  if (missing.length > 0) throw new UsageError(`The backup is damaged: ${missing.join(', ')} is missing.`);
  await mkdir(settings.dataDir, { recursive: true });
  for (const part of parts) await copy(join(folder, part), settings.dataDir);
  await settle(settings, log);
  say(`Restored ${parts.join(', ')} as of ${createdAt} into ${settings.dataDir}.`);
}

function embeddedParts(settings: Settings): Part[] {
  return [
    ...(settings.databaseUrl === undefined ? (['postgres'] as const) : []),
    ...(settings.clickhouseUrl === undefined ? (['session-store'] as const) : []),
    ...(settings.s3 === undefined ? (['files'] as const) : []),
    'encryption.key',
  ];
}

// Opening fails while a hub holds the session store. A PostgreSQL that keeps running after this process belongs to one, too.
async function settle(settings: Settings, log: Log): Promise<void> {
  const running = new UsageError(`A hub runs on ${settings.dataDir}. Stop it first.`);
  const stores = await openStores(settings, log).catch((cause: unknown) => {
    throw cause instanceof StoreInUseError ? running : cause;
  });
  await stores.close();
  const pidFile = join(settings.dataDir, 'postgres', 'cluster', 'postmaster.pid');
  if (settings.databaseUrl === undefined && existsSync(pidFile)) throw running;
}

async function readManifest(folder: string): Promise<z.infer<typeof manifest>> {
  const path = join(folder, manifestName);
  if (!existsSync(path)) {
    const content = existsSync(folder) ? (await readdir(folder)).slice(0, 5).join(', ') : 'nothing';
    throw new UsageError(`${folder} is no backup: there is no ${manifestName} (found ${content}).`);
  }
  const parsed = manifest.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!parsed.success) throw otherVersion(folder);
  return parsed.data;
}

const listMigrations = async () => [
  ...(await listPostgresMigrations()),
  ...(await readMigrations('single')).map(({ name }) => name),
];

const otherVersion = (folder: string) =>
  new UsageError(
    `${folder} is a backup of another version of Ludus Hub, which this version cannot restore: ` +
      'run the version that created it.',
  );

/** Copies a file or folder into a folder, with owners, rights and times, sharing blocks where the disk can. */
function copy(from: string, into: string): Promise<void> {
  const options = process.platform === 'linux' ? ['-a', '--reflink=auto'] : ['-a'];
  return new Promise((done, fail) => {
    const child = spawn('cp', [...options, from, `${into}/`], { stdio: ['ignore', 'ignore', 'pipe'] });
    let words = '';
    child.stderr.on('data', (chunk) => {
      words += chunk;
    });
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(`Copying ${from} failed: ${words.trim() || `exit code ${code}`}`)),
    );
  });
}
