import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type ClickHouse, migrateClickHouse, openClickHouse } from '../src/platform/clickhouse/index.ts';
import { loadSettings, type Settings } from '../src/platform/config/settings.ts';
import { createLog, type Log } from '../src/platform/log/index.ts';
import { connectPostgres, createDatabase, type Postgres } from '../src/platform/postgres/index.ts';
import { temporaryFolder } from './folders.ts';

/** Real stores for one test file: its own migrated database, and its own books. */
export interface TestStores {
  postgres: Postgres;
  clickhouse: ClickHouse;
  settings: Settings;
  log: Log;
}

/** Settings as an empty environment gives them, without sandbox and schedule, on a folder that nothing uses. */
export function testSettings(overrides: Partial<Settings> = {}): Settings {
  return {
    ...loadSettings({ HUB_DATA_DIR: '/nonexistent/ludus-test', UV_THREADPOOL_SIZE: '8' }),
    sandbox: false,
    fetchIntervalMinutes: 0,
    logLevel: 'silent',
    ...overrides,
  };
}

/** A logger that writes nothing. */
export const silentLog: Log = createLog({ logLevel: 'silent' });

/**
 * A fresh copy of the migrated database; close it in `afterAll`. It costs some tens of milliseconds.
 * @throws Error with the reason when the migrations of this run have failed.
 */
export async function openTestPostgres(): Promise<Postgres> {
  const { address, template, failure } = inject('postgres');
  if (failure !== null) throw new Error(failure);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(address, name, template);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return connectPostgres(url.href, silentLog);
}

/** Fresh migrated books in a folder. A process can open one folder only, so a test file opens books once. */
export async function openTestClickHouse(settings: Settings): Promise<ClickHouse> {
  const clickhouse = await openClickHouse(settings, silentLog);
  await migrateClickHouse(clickhouse);
  return clickhouse;
}

/** Both stores, once per test file, in `beforeAll`. `settings.dataDir` is a folder of their own. */
export async function openTestStores(overrides: Partial<Settings> = {}): Promise<TestStores> {
  const settings = testSettings({ dataDir: await temporaryFolder('data'), ...overrides });
  const [postgres, clickhouse] = await Promise.all([openTestPostgres(), openTestClickHouse(settings)]);
  return { postgres, clickhouse, settings, log: silentLog };
}

/** Closes what {@link openTestStores} opened and removes its folder; undefined is fine after a failed start. */
export async function closeTestStores(stores: TestStores | undefined): Promise<void> {
  if (stores === undefined) return;
  await Promise.all([stores.postgres.close(), stores.clickhouse.close()]);
  await rm(join(stores.settings.dataDir), { recursive: true, force: true });
}
