/** A process of the hub: it serves, works, or does both, until it is asked to stop. */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '../app.ts';
import { loadSettings, type Settings } from '../infra/config/settings.ts';
import { describeUnknown, findUnknownSettings } from '../infra/config/unknown-settings.ts';
import { assertPortFree } from '../infra/http/port.ts';
import { createLog, type Log } from '../infra/log/index.ts';
import { thisRelease } from '../infra/release/index.ts';
import { describeParts, partsOf } from './parts.ts';
import { UsageError } from './usage.ts';

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export interface ServeOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Gives up credentials that the encryption key does not open. */
  newKeys: boolean;
}

/**
 * Runs a process of the hub to its end. What can be refused without a store is refused before the hub is loaded.
 * @throws SettingsError, StartupError when it cannot start as it is set up
 */
export async function serve(role: Role, { env, newKeys }: ServeOptions): Promise<void> {
  const settings = loadSettings(env);
  const log = createLog(settings);
  for (const unknown of findUnknownSettings(env)) log.warn(unknown, describeUnknown(unknown));
  assertShared(settings, role);
  if (role !== 'worker') {
    assertWebBuilt(settings, log, webFolder);
    await assertPortFree(settings);
  }
  const parts = partsOf(settings);
  log.info({ role, ...parts }, describeParts(parts));
  const [{ startHub }, { composeHub }, { runUntilStopped }] = await Promise.all([
    import('../app.ts'),
    import('../app.modules.ts'),
    import('../stop.ts'),
  ]);
  await runUntilStopped(async () => {
    const hub = await startHub({ settings, log, role, webFolder, newKeys, compose: composeHub });
    const { version } = thisRelease;
    log.info({ role, version, url: hub.url, publicUrl: settings.publicUrl }, 'the hub is ready');
    // Node writes what it has compiled (NODE_COMPILE_CACHE) when a process ends, and one that is killed has no end.
    flushCompileCache();
    return hub;
  }, log);
}

/**
 * One of several processes reads what the others write. With an encryption key of its own it would replace their sign-in keys,
 * and with a folder of its own it would not find their files.
 */
function assertShared({ clickhouseUrl, encryptionKey, s3 }: Settings, role: Role): void {
  if (role === 'all') return;
  const shared = { CLICKHOUSE_URL: clickhouseUrl, ENCRYPTION_KEY: encryptionKey, S3_BUCKET: s3 };
  const missing = Object.entries(shared).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 0) return;
  throw new UsageError(
    `"${role}" is one of several processes, which have to share what they store: it needs ${missing.join(', ')}. ` +
      'Without them, run everything in one process: npm run hub -- serve.',
  );
}

/** While someone develops the web application, its own server has the pages. @throws UsageError in production */
export function assertWebBuilt({ production }: Pick<Settings, 'production'>, log: Log, folder: string): void {
  if (existsSync(join(folder, 'index.html'))) return;
  const problem = 'The web application is not built, so the hub has no pages: run npm run build.';
  if (production) throw new UsageError(problem);
  log.warn(problem);
}
