/** This release on stores that a later one has migrated: what happens to running processes during an upgrade, and on the way back. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@ludus/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateStores, planMigrations } from '../src/app.migrations.ts';
import { describePlan } from '../src/commands/migrate.ts';
import { underMigrationLock, withOwner } from '../src/infra/postgres/index.ts';
import { thisRelease } from '../src/infra/release/index.ts';
import { addGame } from './catalogue.ts';
import { temporaryFolder } from './folders.ts';
import { asOwner, silentLog } from './harness.ts';
import {
  addSessions,
  betsOf,
  call,
  type EnteredPlatform,
  enterPlatform,
  jobOf,
  readBets,
  requestFetch,
} from './support/processes/hub-client.ts';
import { type HubProcess, type HubProcesses, openHubProcesses } from './support/processes/hub-processes.ts';
import { type LaterMigrations, writeLaterRelease } from './support/processes/later-release.ts';

const label = 'test';
const sessionsPerFetch = 300;
const compatible = { version: '998.1.0', oldestCompatible: thisRelease.version };
const incompatible = { version: '999.0.0', oldestCompatible: '998.1.0' };

let folder: string;
let world: HubProcesses;
let hub: HubProcess;
let entered: EnteredPlatform;
let sessions = 0;
let readsBefore: [string, number][];
let expansion: LaterMigrations;

beforeAll(async () => {
  folder = await temporaryFolder('later');
  world = await openHubProcesses();
  hub = await world.start('hub', 'all');
  await addGame(world.postgres.db, 'sugar_cascade');
  entered = await enterPlatform(world, hub, 'Alpina', { sessions: 0 });
}, 300_000);

afterAll(async () => {
  await entered?.platform.stop();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Lets the platform have more sessions, has them fetched, and expects all of them in the figures. */
async function fetchAndRead(): Promise<void> {
  addSessions(entered.platform, sessions, sessionsPerFetch);
  sessions += sessionsPerFetch;
  const id = await requestFetch(world, hub, entered.integrationId);
  await expect
    .poll(() => jobOf(world, id), { timeout: 60_000 })
    .toMatchObject({ state: 'completed', attempt: 1 });
  expect(await readBets(world, hub)).toBe(betsOf(entered.platform));
}

/** The status of every read of the contract that needs no id. */
async function readEverything(reader: string): Promise<[string, number][]> {
  const paths = endpoints
    .filter(({ method, params }) => method === 'GET' && params === undefined)
    .map(({ path }) => path);
  const statuses: [string, number][] = [];
  for (const path of paths) statuses.push([path, (await call(world, hub, path, reader)).status]);
  return statuses;
}

/** A table of its own, an index, and a further column in every table of both stores. */
async function expandEverything(): Promise<LaterMigrations> {
  const { rows: tables } = await world.postgres.pool.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname = 'public' OR (schemaname = 'queue' AND tablename IN ('job', 'queue', 'schedule'))`,
  );
  const clickhouseTables = await world.clickhouse.rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine != 'MaterializedView' ORDER BY name`,
    { label },
  );
  return {
    postgres: {
      '990-later': [
        'CREATE TABLE later (id integer PRIMARY KEY)',
        'CREATE INDEX jobs_later ON jobs (username)',
        ...tables.map(({ name }) => `ALTER TABLE ${name} ADD COLUMN later_note text`),
        // As a later release of the job queue does.
        'UPDATE queue.version SET version = version + 1',
      ],
    },
    clickhouse: {
      '900-later.sql':
        'CREATE TABLE IF NOT EXISTS later_v1 (id UInt32) ENGINE = ReplacingMergeTree ORDER BY id',
      ...Object.fromEntries(
        clickhouseTables.map(({ name }, index) => [
          `${901 + index}-${name.replaceAll('_', '-')}.sql`,
          `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS later_note String DEFAULT 'none'`,
        ]),
      ),
    },
  };
}

/** What a start could change: the records of migrations and releases, and the rights of the hub's role. */
async function schemaState(): Promise<unknown> {
  const { rows } = await withOwner(world.postgres, (db) =>
    sql`SELECT (SELECT jsonb_agg(name ORDER BY name) FROM migrations) AS migrations,
          (SELECT jsonb_agg(r) FROM schema_release r) AS release,
          (SELECT jsonb_agg(relname || coalesce(relacl::text, '') ORDER BY relname) FROM pg_class
           WHERE relnamespace IN ('public'::regnamespace, 'queue'::regnamespace)) AS rights`.execute(db),
  );
  const applied = await world.clickhouse.rows('SELECT name FROM migrations FINAL ORDER BY name', { label });
  return { rows, applied };
}

it('a process keeps reading and fetching while a later release expands both stores', async () => {
  await fetchAndRead();
  readsBefore = await readEverything('reads-before');
  expect(readsBefore.filter(([, status]) => status >= 500)).toEqual([]);
  expansion = await expandEverything();
  const later = await writeLaterRelease(join(folder, 'compatible'), compatible, expansion);

  const plan = await planMigrations(world, later);
  expect(plan.postgres.due).toEqual(['990-later']);
  expect(plan.clickhouse).toEqual(Object.keys(expansion.clickhouse).toSorted());
  expect(describePlan(plan)).toEqual(
    expect.arrayContaining([
      'This is version 998.1.0.',
      `Version ${thisRelease.version} was the last to migrate the stores; ${thisRelease.oldestCompatible} and newer can run on them.`,
      'PostgreSQL: 1 to apply',
      '  990-later',
      '  900-later.sql',
      `Afterwards version ${thisRelease.version} and newer can run on the stores.`,
    ]),
  );

  await migrateStores(world, silentLog, later);
  await fetchAndRead();
  expect(await readEverything('reads-after')).toEqual(readsBefore);
});

it('it starts again on these stores, names both versions, and changes no schema', async () => {
  // A later release lets its processes do less with a table of its own.
  await asOwner(world.postgres, 'REVOKE INSERT ON later FROM hub_runtime');
  const before = await schemaState();
  expect(await hub.stop()).toBe(0);
  hub = await world.start('hub', 'all');
  expect(hub.log.join('\n')).toContain(
    `this is version ${thisRelease.version}, on stores that version 998.1.0 has migrated; it can run on them`,
  );
  await fetchAndRead();
  expect(await readEverything('reads-again')).toEqual(readsBefore);
  expect(await schemaState()).toEqual(before);
  expect(describePlan(await planMigrations(world))).toContain('Nothing to apply.');
});

it('a process that starts while a later release migrates does not wait for it', async () => {
  const migrating = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const later = underMigrationLock(world.postgres, silentLog, async () => {
    migrating.resolve();
    await held.promise;
  });
  await migrating.promise;
  const second = await world.start('second', 'api');
  expect((await call(world, second, '/integrations', 'reads')).status).toBe(200);
  held.resolve();
  await later;
  await second.stop();
});

it('a release that needs a newer one refuses it in one sentence, and nothing changes', async () => {
  await hub.stop();
  const later = await writeLaterRelease(join(folder, 'incompatible'), incompatible, {
    ...expansion,
    postgres: { ...expansion.postgres, '991-contract': ['DROP TABLE later'] },
  });
  await migrateStores(world, silentLog, later);
  const before = await schemaState();
  const sentence =
    'The database of DATABASE_URL was migrated by version 999.0.0 of Ludus Hub, on which only version 998.1.0 and newer ' +
    `can run; this is version ${thisRelease.version}. Run version 999.0.0, or set DATABASE_URL to an empty database.`;
  await expect(world.start('hub', 'all')).rejects.toThrow(`before it was ready: ${sentence}\n`);
  await expect(planMigrations(world)).rejects.toThrow(sentence);
  expect(await schemaState()).toEqual(before);
});
