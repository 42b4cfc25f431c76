import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type ClickHouse, migrateClickHouse, openClickHouse } from '../src/infra/clickhouse/index.ts';
import { loadSettings, type Settings } from '../src/infra/config/settings.ts';
import { createLog, type Log } from '../src/infra/log/index.ts';
import {
  addressFor,
  connectPostgres,
  createDatabase,
  type Postgres,
  withOwner,
} from '../src/infra/postgres/index.ts';
import { temporaryFolder } from './folders.ts';
import type { TestServer } from './global-setup.ts';
import { openOnCluster } from './own-cluster.ts';
import { openTwoShards } from './two-shards.ts';

interface TestPostgresOptions {
  maxConnections?: number;
  /** Without any table. */
  isEmpty?: boolean;
}

/** Real stores for one test file: its own migrated database, and its own session store. */
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

/** A logger of a test's hub: prints the stack of an error behind a 500, which the response does not show, and nothing else. */
export const failedRequestLog: Log = createLog({ logLevel: 'error' }, { write: printFailedRequest });

/** Prints the error of a log line `request failed`, so that a failing test shows where its 500 comes from. */
export function printFailedRequest(line: string): void {
  const { msg, path, err } = JSON.parse(line) as { msg: string; path?: string; err?: { stack?: string } };
  if (msg === 'request failed') console.error(`Failed: ${path}\n${err?.stack}`);
}

/** A logger that writes nothing. */
export const silentLog: Log = createLog({ logLevel: 'silent' });

/**
 * A fresh copy of the migrated database, opened as the role that a hub runs as; close it in `afterAll`. It costs some tens of milliseconds.
 * @throws Error with the reason when the migrations of this run have failed.
 */
export function openTestPostgres(options: TestPostgresOptions = {}): Promise<Postgres> {
  return copyTestPostgres(inject('postgres'), options);
}

/** The same, of a server that is given: for programs that no test runner starts. */
export async function copyTestPostgres(
  { address, roles, template, failure }: TestServer,
  { isEmpty = false, ...options }: TestPostgresOptions = {},
): Promise<Postgres> {
  if (failure !== null) throw new Error(failure);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(address, name, { ...(isEmpty ? {} : { template }), owner: roles.owner.name });
  const url = new URL(address);
  url.pathname = `/${name}`;
  const [runtime, owner] = [addressFor(url.href, roles.runtime), addressFor(url.href, roles.owner)];
  return connectPostgres({ runtime, owner }, silentLog, options);
}

/** Runs a statement that the hub itself may not run, such as TRUNCATE, as the owner of the tables. */
export async function asOwner(postgres: Postgres, statement: string): Promise<void> {
  await withOwner(postgres, (db) => sql.raw(statement).execute(db));
}

/**
 * Fresh migrated session store in a folder. A process can open one folder only, so a test file opens session store once.
 * With `SESSION_STORE_LAYOUT` its tables are spread over two shards of the engine, or over the cluster of `CLICKHOUSE_URL`.
 */
export async function openTestClickHouse(settings: Settings): Promise<ClickHouse> {
  const layout = process.env.SESSION_STORE_LAYOUT;
  if (layout === 'two-shards') return openTwoShards(settings.dataDir);
  if (layout === 'cluster') return openOnCluster();
  const clickhouse = await openClickHouse(settings, silentLog);
  await migrateClickHouse(clickhouse);
  return clickhouse;
}

/** Both stores, once per test file, in `beforeAll`. `settings.dataDir` is a folder of their own. */
export async function openTestStores(overrides: Partial<Settings> = {}): Promise<TestStores> {
  const settings = testSettings({ dataDir: await temporaryFolder('data'), ...overrides });
  const [postgres, clickhouse] = await Promise.all([openTestPostgres(), openTestClickHouse(settings)]);
  return { postgres, clickhouse, settings, log: failedRequestLog };
}

/** Closes what {@link openTestStores} opened and removes its folder; undefined is fine after a failed start. */
export async function closeTestStores(stores: TestStores | undefined): Promise<void> {
  if (stores === undefined) return;
  await Promise.all([stores.postgres.close(), stores.clickhouse.close()]);
  await rm(join(stores.settings.dataDir), { recursive: true, force: true });
}
