/** One process of the hub: `node src/main.ts [all|api|worker|migrate] [--new-keys]`. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openStores } from './app.infra.ts';
import { composeHub } from './app.modules.ts';
import { type Role, startHub } from './app.ts';
import { UsageError } from './commands/usage.ts';
import { loadSettings, type Settings, SettingsError } from './infra/config/settings.ts';
import { keepNewFilesPrivate } from './infra/data-folder/index.ts';
import { StartupError } from './infra/errors/startup-errors.ts';
import { createLog } from './infra/log/index.ts';
import { thisRelease } from './infra/release/index.ts';
import { runUntilStopped } from './stop.ts';

/** Gives up credentials that the encryption key does not open. */
const newKeysOption = '--new-keys';
const roles = ['all', 'api', 'worker', 'migrate'] as const;
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

async function main(): Promise<void> {
  const { role, newKeys } = readArguments(process.argv.slice(2));
  const settings = loadSettings(process.env);
  if (role === 'api' || role === 'worker') checkSharedParts(settings, role);
  keepNewFilesPrivate();
  if (role === 'migrate') await migrate(settings);
  else await serve(settings, role, newKeys);
}

function readArguments(args: readonly string[]): { role: (typeof roles)[number]; newKeys: boolean } {
  const names = args.filter((arg) => arg !== newKeysOption);
  if (names.length > 1) throw new UsageError(`Too many arguments: ${names.join(' ')}.`);
  return { role: readRole(names[0] ?? 'all'), newKeys: names.length < args.length };
}

/**
 * One of several processes reads what the others write. With an encryption key of its own it would replace their sign-in keys,
 * and with a folder of its own it would not find their files.
 */
function checkSharedParts({ clickhouseUrl, encryptionKey, s3 }: Settings, role: Role): void {
  const shared = { CLICKHOUSE_URL: clickhouseUrl, ENCRYPTION_KEY: encryptionKey, S3_BUCKET: s3 };
  const missing = Object.entries(shared).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 0) return;
  throw new UsageError(
    `The role "${role}" is one of several processes, which have to share what they store: it needs ${missing.join(', ')}. ` +
      'Without them, run everything in one process: all.',
  );
}

function readRole(text: string): (typeof roles)[number] {
  const role = roles.find((known) => known === text);
  if (role === undefined) throw new UsageError(`Unknown role "${text}": use ${roles.join(', ')}.`);
  return role;
}

async function migrate(settings: Settings): Promise<void> {
  const stores = await openStores(settings, createLog(settings));
  await stores.close();
}

async function serve(settings: Settings, role: Role, newKeys: boolean): Promise<void> {
  const log = createLog(settings);
  await runUntilStopped(async () => {
    // Before any store is opened: a hub that could not serve would have changed them for nothing.
    if (role !== 'worker') await assertPortFree(settings);
    const hub = await startHub({ settings, log, role, webFolder, newKeys, compose: composeHub });
    const { version } = thisRelease;
    log.info({ role, version, url: hub.url, publicUrl: settings.publicUrl }, 'the hub is ready');
    return hub;
  }, log);
}

async function assertPortFree({ port, host }: Settings): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isTaken ? new UsageError(`Port ${port} is in use by another program.`) : error;
  }
  probe.close();
  await once(probe, 'close');
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isExplained = error instanceof StartupError || error instanceof SettingsError;
  console.error(isExplained ? error.message : error);
  process.exit(1);
}
