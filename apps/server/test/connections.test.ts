/** A whole fetch, reads and transactions at once, on the smallest number of connections that a process can be given. */
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakePlatform, platformSession, startFakePlatform } from './fake-platform.ts';
import { temporaryFolder } from './folders.ts';
import { openTestClickHouse, openTestPostgres, silentLog, type TestStores, testSettings } from './harness.ts';
import { type FetchHub, internationalSession, startFetchHub, testNow } from './support/fetching/fetch-hub.ts';

// Of DATABASE_MAX_CONNECTIONS=8, the embedded PostgreSQL and the embedded session store take three.
const budget = 5;
const names = ['Carnia', 'Dolomia'];

let stores: TestStores;
let world: FetchHub;
let platforms: FakePlatform[];
let observer: pg.Client;

beforeAll(async () => {
  const settings = testSettings({ dataDir: await temporaryFolder('connections') });
  stores = {
    postgres: await openTestPostgres({ maxConnections: budget }),
    clickhouse: await openTestClickHouse(settings),
    settings,
    log: silentLog,
  };
  world = await startFetchHub({ stores, pageSize: 50, fetching: { rowsPerPage: 50 } });
  platforms = await Promise.all(
    names.map(() => startFakePlatform({ now: () => new Date(testNow), pageSize: 50 })),
  );
  for (const platform of [world.alpina, ...platforms])
    for (let number = 0; number < 500; number += 1) platform.put(platformSession(number));
  for (let number = 0; number < 500; number += 1) world.baltica.put(internationalSession(number));
  observer = new pg.Client({ connectionString: stores.postgres.connectionString });
  await observer.connect();
});

afterAll(async () => {
  await world.close();
  await Promise.all(platforms.map((platform) => platform.stop()));
  await observer.end();
  await Promise.all([stores.postgres.close(), stores.clickhouse.close()]);
  await rm(stores.settings.dataDir, { recursive: true, force: true });
});

async function countConnections(): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'ludus-hub%'`,
  );
  return rows[0]?.count ?? 0;
}

/** A transaction that needs a connection beside its own, as a write to the session store does. */
const needTwo = () => {
  const { postgres } = stores;
  return postgres.transaction(async (tx) => {
    await sql`SELECT 1`.execute(tx);
    await sql`SELECT 1`.execute(postgres.db);
    await postgres.transaction((inner) => sql`SELECT 1`.execute(inner));
  });
};

it('a hub at work opens no more connections than it is given, and nothing waits for a connection for ever', async () => {
  const further: number[] = [];
  for (const [index, platform] of platforms.entries())
    further.push(await world.enter(names[index] ?? '', 'GAI2', platform));
  const jobs = [
    await world.fetching.requestInitialFetch([world.ids.alpina, world.ids.baltica]),
    await world.fetching.requestInitialFetch(further),
  ];
  let most = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) most = Math.max(most, await countConnections());
  })();
  const reads = async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 20 }, needTwo));
      await world.sessionStore.service.refreshDirty();
    }
  };
  const [fetched] = await Promise.all([Promise.all(jobs.map((id) => world.settled(id))), reads()]);
  isDone = true;
  await watching;
  expect(fetched.map(({ state, summary }) => [state, summary.received])).toEqual([
    ['completed', 1_000],
    ['completed', 1_000],
  ]);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(budget);
});
