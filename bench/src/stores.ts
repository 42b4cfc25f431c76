/** The stores that are compared: the hub's own session store, PostgreSQL and DuckDB, each loaded from the same file. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { sql } from 'kysely';
import pg from 'pg';
import { migrateRecords } from '../../apps/server/src/app.migrations.ts';
import {
  type ClickHouse,
  migrateClickHouse,
  openClickHouse,
} from '../../apps/server/src/infra/clickhouse/index.ts';
import { loadSettings } from '../../apps/server/src/infra/config/settings.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { openCluster } from '../../apps/server/src/infra/postgres/cluster.ts';
import {
  createDatabase,
  openPostgres,
  type Postgres,
  withOwner,
} from '../../apps/server/src/infra/postgres/index.ts';
import type { SessionStore } from '../../apps/server/src/modules/session-store/index.ts';
import { writeCsv } from './csv.ts';
import { timed } from './measure.ts';
import type { World } from './world.ts';

/** A contender: SQL in, rows out. */
export interface Contender {
  name: string;
  query(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export interface HubStores {
  clickhouse: ClickHouse;
  postgres: Postgres;
  /** Address of the PostgreSQL server's own database, for its administrator. */
  administrator: string;
  close(): Promise<void>;
}

export async function openHubStores(folder: string): Promise<HubStores> {
  const settings = loadSettings({ ...process.env, HUB_DATA_DIR: join(folder, 'hub') });
  const log = createLog({ logLevel: 'warn' });
  const [postgres, clickhouse] = await Promise.all([
    openPostgres(settings, log),
    openClickHouse(settings, log),
  ]);
  await Promise.all([migrateRecords(postgres, log), migrateClickHouse(clickhouse)]);
  // The server runs already; this adopts it.
  const cluster = await openCluster(join(folder, 'hub', 'postgres'), log, { durable: true });
  await cluster.start();
  return {
    clickhouse,
    postgres,
    administrator: cluster.address('postgres'),
    async close() {
      await clickhouse.close();
      await postgres.close();
    },
  };
}

const fileStructure =
  'id UUID, session_id String, ext_session_id String, ext_ticket_id String, integration_id UInt16, operator_id UInt16,' +
  ' game_id UInt16, user_id UInt32, session_type UInt8, is_open UInt8, is_mobile UInt8, bet Int64, win Int64, net_win Int64,' +
  ' amount_due Int64, rounds UInt32, created_at DateTime64(3), updated_at DateTime64(3)';

/** The bulk way into the base, beside the hub's own; the rollup is built from it afterwards. */
async function loadBase(clickhouse: ClickHouse, path: string): Promise<void> {
  await clickhouse.command(
    `INSERT INTO sessions_v1 SELECT *, updated_at, 0 FROM file('${path}', CSV, '${fileStructure}')`,
    // A hundred million take more than ten minutes beside other work.
    { label: 'bench.load', timeoutMs: 3_600_000, settings: { max_insert_threads: 1 } },
  );
}

/** Merges all months but the last and the sums of the rollup, as the engine does by itself an hour after the last fetch. */
export async function settleMonths(clickhouse: ClickHouse): Promise<void> {
  const months = await clickhouse.rows<{ id: string }>(
    "SELECT DISTINCT partition_id AS id FROM system.parts WHERE active AND table = 'sessions_v1' ORDER BY id",
    { label: 'bench.settle' },
  );
  for (const { id } of months.slice(0, -1)) {
    await clickhouse.command(`OPTIMIZE TABLE sessions_v1 PARTITION ID '${id}' FINAL`, {
      label: 'bench.settle',
    });
  }
}

/** The first so many sessions, the players of all, and the rollup. Returns how long the rollup took, in ms. */
export async function loadSessionStore(
  { clickhouse, postgres }: Pick<HubStores, 'clickhouse' | 'postgres'>,
  sessionStore: SessionStore,
  world: World,
  folder: string,
  sessions: number,
  step: <T>(name: string, work: () => Promise<T>) => Promise<T> = (_name, work) => work(),
): Promise<number> {
  const file = join(folder, 'bulk.csv');
  await step('bulk part written', () => writeCsv(world, file, 0, sessions));
  await step('players', () => loadPlayers({ postgres, clickhouse }, world));
  await step('session store loaded', () => loadBase(clickhouse, file));
  await rm(file);
  return (await step('rollup built', () => timed(() => sessionStore.rebuildRollup()))).ms;
}

/** Everyone's number in the dictionary, as the ingest would have given it. */
async function loadPlayers(
  { postgres, clickhouse }: Pick<HubStores, 'clickhouse' | 'postgres'>,
  world: World,
): Promise<void> {
  const size = 50_000;
  for (let start = 1; start <= world.players; start += size) {
    const numbers = Array.from(
      { length: Math.min(size, world.players - start + 1) },
      (_, index) => start + index,
    );
    const players = numbers.map((number) => world.playerOf(number));
    await postgres.pool.query(
      `INSERT INTO players (id, integration_id, user_id)
       SELECT * FROM unnest($1::int[], $2::int[], $3::text[])`,
      [numbers, players.map(({ integrationId }) => integrationId), players.map(({ userId }) => userId)],
    );
    const lines = players.map(({ integrationId, userId }, index) =>
      JSON.stringify({ integration_id: integrationId, user_id: userId, number: start + index }),
    );
    await clickhouse.insertLines('players_v1', Buffer.from(lines.join('\n')), { label: 'bench.players' });
  }
  await withOwner(postgres, async (db) => {
    await sql`SELECT setval('player_numbers', ${world.players})`.execute(db);
    await sql`ANALYZE players`.execute(db);
  });
}

/** PostgreSQL as someone would set it up for this: primary key, an index for every question, statistics up to date. */
export async function loadPostgres(administrator: string, path: string): Promise<Contender> {
  const owner = new pg.Client({ connectionString: administrator });
  await owner.connect();
  await owner.query('DROP DATABASE IF EXISTS bench');
  await owner.end();
  await createDatabase(administrator, 'bench');
  const address = new URL(administrator);
  address.pathname = '/bench';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await client.query(`
    SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'; SET max_parallel_workers_per_gather = 2;
    SET effective_cache_size = '8GB'; SET synchronous_commit = off; SET timezone = 'UTC'; SET jit = off;
    CREATE TABLE sessions (
      id uuid, session_id text, ext_session_id text, ext_ticket_id text, integration_id smallint, operator_id smallint,
      game_id smallint, user_id int, session_type smallint, is_open smallint, is_mobile smallint, bet bigint, win bigint,
      net_win bigint, amount_due bigint, rounds int, created_at timestamptz, updated_at timestamptz
    );`);
  await client.query(`COPY sessions FROM '${path}' (FORMAT csv)`);
  await client.query('ALTER TABLE sessions ADD PRIMARY KEY (id)');
  for (const index of [
    'session_id',
    'ext_session_id',
    'ext_ticket_id',
    'user_id',
    'created_at',
    'integration_id, created_at',
    'integration_id, updated_at DESC, id',
  ]) {
    await client.query(`CREATE INDEX ON sessions (${index})`);
  }
  await client.query('VACUUM ANALYZE sessions');
  return {
    name: 'PostgreSQL',
    query: async (sql) => (await client.query(sql)).rows,
    close: () => client.end(),
  };
}

export async function loadDuckDb(folder: string, path: string): Promise<Contender> {
  await rm(join(folder, 'duck.db'), { force: true });
  const instance = await DuckDBInstance.create(join(folder, 'duck.db'), {
    threads: '2',
    memory_limit: '6GB',
  });
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  await connection.run(`
    CREATE TABLE sessions AS SELECT id, session_id, ext_session_id, ext_ticket_id, integration_id, operator_id, game_id,
      user_id, session_type, is_open, is_mobile, bet, win, net_win, amount_due, rounds,
      created_at::TIMESTAMPTZ AS created_at, updated_at::TIMESTAMPTZ AS updated_at
    FROM read_csv('${path}', header = false, columns = {
      'id': 'UUID', 'session_id': 'VARCHAR', 'ext_session_id': 'VARCHAR', 'ext_ticket_id': 'VARCHAR',
      'integration_id': 'USMALLINT', 'operator_id': 'USMALLINT', 'game_id': 'USMALLINT', 'user_id': 'UINTEGER',
      'session_type': 'UTINYINT', 'is_open': 'UTINYINT', 'is_mobile': 'UTINYINT', 'bet': 'BIGINT', 'win': 'BIGINT',
      'net_win': 'BIGINT', 'amount_due': 'BIGINT', 'rounds': 'UINTEGER', 'created_at': 'TIMESTAMP', 'updated_at': 'TIMESTAMP'})`);
  for (const column of ['id', 'session_id', 'ext_session_id', 'ext_ticket_id', 'user_id']) {
    await connection.run(`CREATE INDEX ix_${column} ON sessions (${column})`);
  }
  return {
    name: 'DuckDB',
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
