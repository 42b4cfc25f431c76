// Runs the tests of the session store on a ClickHouse cluster of your own:
//   CLICKHOUSE_URL=http://hub:password@host:8123 CLICKHOUSE_CLUSTER=hub npm run test:cluster
// Each test file makes a database on the cluster and drops it. Without CLICKHOUSE_URL the two shards are those of the
// embedded engine, as for the few files of `npm test`; with ZOOKEEPER_ADDRESS (host:port) its replicated tables are created there.
import { spawnSync } from 'node:child_process';
import { inRoot, root } from './lib/paths.mjs';

const { CLICKHOUSE_URL, CLICKHOUSE_CLUSTER } = process.env;
if (CLICKHOUSE_URL !== undefined && CLICKHOUSE_CLUSTER === undefined) {
  console.error('Set CLICKHOUSE_CLUSTER to the name of the cluster in the configuration of its servers.');
  process.exit(2);
}
const layout = CLICKHOUSE_URL === undefined ? 'two-shards' : 'cluster';
console.log(
  layout === 'cluster' ? `On the cluster ${CLICKHOUSE_CLUSTER}.` : 'On two shards of the embedded engine.',
);
const run = spawnSync(
  process.execPath,
  [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'two shards', '--maxWorkers', '2'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SESSION_STORE_LAYOUT: layout } },
);
process.exit(run.status ?? 1);
