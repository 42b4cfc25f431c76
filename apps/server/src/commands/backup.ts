import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { openStores } from '../app.platform.ts';
import type { Clock } from '../platform/clock/index.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Log } from '../platform/log/index.ts';
import { UsageError } from './usage.ts';

const manifestName = 'backup.json';
const manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.string(),
  parts: z.array(z.enum(['postgres', 'books', 'files', 'encryption.key'])),
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
  const content: z.infer<typeof manifest> = { format: 1, createdAt: clock.now().toISOString(), parts };
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
 * @throws UsageError when the source is no backup or the data folder already holds something.
 */
export async function restore(source: string, { settings, log, say }: CommandDeps): Promise<void> {
  const folder = resolve(source);
  const { parts, createdAt } = await readManifest(folder);
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
    ...(settings.clickhouseUrl === undefined ? (['books'] as const) : []),
    ...(settings.s3 === undefined ? (['files'] as const) : []),
    'encryption.key',
  ];
}

// Opening fails while a hub holds the books; a server of records that keeps running after us belongs to one, too.
async function settle(settings: Settings, log: Log): Promise<void> {
  const running = new UsageError(`A hub runs on ${settings.dataDir}. Stop it first.`);
  const stores = await openStores(settings, log).catch((cause: unknown) => {
    throw cause instanceof Error && cause.message.includes('another hub') ? running : cause;
  });
  await stores.clickhouse.close();
  await stores.postgres.close();
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
  if (!parsed.success) throw new UsageError(`${path} is not of a kind this version can restore.`);
  return parsed.data;
}

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
