/**
 * The cluster layout inside the embedded engine, which runs the real `Distributed` engine over shards that are this process
 * itself. Both read the same tables, so a condition on every query gives each shard the rows that the cluster's sharding
 * key puts there: a row that is asked from the wrong shard is missing, and one that is asked twice counts twice.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clickhouseOn } from '../src/infra/clickhouse/clickhouse.ts';
import { type Cluster, clusterOf } from '../src/infra/clickhouse/cluster.ts';
import { openEmbeddedEngine } from '../src/infra/clickhouse/embedded.ts';
import { type ClickHouse, migrateClickHouse, readMigrations } from '../src/infra/clickhouse/index.ts';
import { createLog } from '../src/infra/log/index.ts';

const shard =
  '<shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>9000</port></replica></shard>';

/** @param zookeeper what stands in the element of this name; Replicated tables need one */
export const serverConfig = (zookeeper = '') => `<clickhouse>
  <tcp_port>9000</tcp_port>
  <remote_servers><two_shards>${shard}${shard}</two_shards></remote_servers>
  <macros><shard>01</shard><replica>r1</replica></macros>
  ${zookeeper === '' ? '' : `<zookeeper>${zookeeper}</zookeeper>`}
</clickhouse>
`;

/** Opens the engine on `<dataDir>/session-store` with a configuration of two shards. */
export async function openShardedEngine(dataDir: string, config: string) {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'server.xml');
  await writeFile(file, config);
  return openEmbeddedEngine(join(dataDir, 'session-store'), 4, [`--config-file=${file}`]);
}

/** A fresh migrated session store over two shards. */
export async function openTwoShards(dataDir: string): Promise<ClickHouse> {
  const engine = await openShardedEngine(dataDir, serverConfig());
  // There is no ZooKeeper: the tables of a shard are not replicated, and created here only.
  const migrations = (await readMigrations('cluster')).map(({ name, sql }) => ({
    name,
    sql: sql.replace(/Replicated(\w+)\('[^']*', '\{replica\}'(?:, )?/, '$1('),
  }));
  const production = clusterOf('two_shards', 1);
  const parts = Object.entries(Object.fromEntries(migrations.flatMap(({ sql }) => shardingOf(sql))));
  // The input of the rollup stores nothing, and what its views read must not depend on who asks.
  const filters = parts
    .filter(([table]) => !table.includes('_input_'))
    .map(([table, key]) => `'default.${table}': '(${key}) % 2 + 1 = shardNum()'`);
  const partition = { additional_table_filters: `{${filters.join(', ')}}` };
  const cluster: Cluster = {
    ...production,
    onCluster: '',
    readSettings: { ...production.readSettings, ...partition },
  };
  const clickhouse = clickhouseOn(engine, createLog({ logLevel: 'silent' }), cluster);
  await migrateClickHouse(clickhouse, { migrations });
  return clickhouse;
}

function shardingOf(sql: string): [table: string, key: string][] {
  const [, table, key] =
    /ENGINE = Distributed\('\{cluster\}', currentDatabase\(\), '(\w+)', (.*)\)$/.exec(sql) ?? [];
  return table === undefined || key === undefined ? [] : [[table, key]];
}
