/**
 * One process of the hub: `node src/main.ts [all|api|worker|migrate]`. It ends on SIGINT, SIGTERM, or when the process
 * that started it is gone, and finishes what is under way before.
 */
import { fileURLToPath } from 'node:url';
import { openStores } from './app.infra.ts';
import { composeHub } from './app.modules.ts';
import { type Role, startHub } from './app.ts';
import { UsageError } from './commands/usage.ts';
import { loadSettings, type Settings, SettingsError } from './infra/config/settings.ts';
import { keepNewFilesPrivate } from './infra/data-folder/index.ts';
import { OtherVersionError } from './infra/errors/other-version-error.ts';
import { createLog } from './infra/log/index.ts';

const roles = ['all', 'api', 'worker', 'migrate'] as const;
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
// A hanging stop must not hold the port for ever.
const longestStopMs = 30_000;

async function main(): Promise<void> {
  const role = readRole(process.argv[2] ?? 'all');
  const settings = loadSettings(process.env);
  if (settings.clickhouseUrl === undefined && (role === 'api' || role === 'worker')) {
    throw new UsageError(
      `ClickHouse is embedded in the process, so only one may run: the role "${role}" needs CLICKHOUSE_URL. ` +
        'Without it, run everything in one process: all.',
    );
  }
  keepNewFilesPrivate();
  if (role === 'migrate') await migrate(settings);
  else await serve(settings, role);
}

function readRole(text: string): (typeof roles)[number] {
  const role = roles.find((known) => known === text);
  if (role === undefined) throw new UsageError(`Unknown role "${text}": use ${roles.join(', ')}.`);
  return role;
}

async function migrate(settings: Settings): Promise<void> {
  const { postgres, clickhouse } = await openStores(settings, createLog(settings));
  await clickhouse.close();
  await postgres.close();
}

async function serve(settings: Settings, role: Role): Promise<void> {
  const log = createLog(settings);
  const ended = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.resolve(signal));
  process.once('disconnect', () => ended.resolve('the parent process has ended'));

  const hub = await startHub({ settings, log, role, webFolder, compose: composeHub }).catch((error) => {
    throw portTaken(error) ? new UsageError(`Port ${settings.port} is in use by another program.`) : error;
  });
  log.info({ role, url: hub.url, publicUrl: settings.publicUrl }, 'the hub is ready');
  process.send?.({ type: 'ready', url: hub.url });

  const reason = await ended.promise;
  log.info({ reason }, 'the hub is stopping');
  const limit = setTimeout(() => {
    log.error('the hub did not stop in time');
    process.exit(1);
  }, longestStopMs);
  await hub.close();
  clearTimeout(limit);
  log.info('the hub has stopped');
}

function portTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isExplained =
    error instanceof UsageError || error instanceof SettingsError || error instanceof OtherVersionError;
  console.error(isExplained ? error.message : error);
  process.exit(1);
}
