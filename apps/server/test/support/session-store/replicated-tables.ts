/**
 * Makes the tables of the cluster layout in the engine of this process, on the folder that is given, with the ZooKeeper at
 * `ZOOKEEPER_ADDRESS` (host:port) or one in memory, and prints what was made. The engine checks the statements as a server
 * does; rows need servers that reach each other.
 */
import { clickhouseOn } from '../../../src/infra/clickhouse/clickhouse.ts';
import { readCluster } from '../../../src/infra/clickhouse/layout.clickhouse.ts';
import { planClickHouse, statementFor } from '../../../src/infra/clickhouse/migrate.ts';
import { silentLog } from '../../harness.ts';
import { openShardedEngine, serverConfig } from '../../two-shards.ts';

const label = 'test';
const [folder = ''] = process.argv.slice(2);
const [host, port = '2181'] = process.env.ZOOKEEPER_ADDRESS?.split(':') ?? [];
const zookeeper =
  host === undefined
    ? '<implementation>testkeeper</implementation>'
    : `<node><host>${host}</host><port>${port}</port></node>`;
const engine = await openShardedEngine(folder, serverConfig(zookeeper));
const single = clickhouseOn(engine, silentLog, undefined);
const unknown = await readCluster(single, 'nowhere').catch((error: Error) => error.message);
const cluster = await readCluster(single, 'two_shards');
const clickhouse = clickhouseOn(engine, silentLog, { ...cluster, onCluster: '' });
const planned = await planClickHouse(clickhouse);
for (const migration of planned) {
  await clickhouse.command(statementFor(clickhouse, migration), { label });
}
const replicas = await clickhouse.rows<{ path: string }>(
  'SELECT zookeeper_path AS path FROM system.replicas ORDER BY table',
  { label },
);
console.log(
  JSON.stringify({
    planned: planned.map(({ name }) => name),
    unknown,
    replicated: replicas.map(({ path }) => path),
  }),
);
// The engine does not survive its end with replicated tables whose ZooKeeper is in memory.
for (const { name } of await clickhouse.rows<{ name: string }>('SHOW TABLES', { label })) {
  await clickhouse.command(`DROP TABLE ${name} SYNC`, { label });
}
await clickhouse.close();
