/**
 * Whether what `CLICKHOUSE_URL` leads to is laid out as the settings say. A part of the sessions must never be taken for
 * all of them: a start refuses a load balancer before servers that do not know of each other, a cluster whose shards have
 * changed, and tables of the other layout.
 */
import { StartupError } from '../errors/startup-errors.ts';
import type { ClickHouse } from './clickhouse.ts';
import { type Cluster, clusterOf } from './cluster.ts';

const label = 'infra.layout';

/** What CLICKHOUSE_URL leads to is not laid out as the settings say. Nothing has been changed. */
export class LayoutError extends StartupError {
  override readonly name = 'LayoutError';
}

/**
 * Reads a cluster from the configuration of the server.
 * @throws LayoutError when there is none of the name, or one that cannot hold a session store
 */
export async function readCluster(clickhouse: ClickHouse, name: string): Promise<Cluster> {
  const shards = await clickhouse.rows<{ replicas: string; internal: number }>(
    `SELECT count() AS replicas, min(internal_replication) AS internal FROM system.clusters
     WHERE cluster = {name:String} GROUP BY shard_num`,
    { label, params: { name } },
  );
  if (shards.length === 0) {
    const known = await clickhouse.rows<{ cluster: string }>(
      'SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster',
      { label },
    );
    throw new LayoutError(
      `CLICKHOUSE_CLUSTER is "${name}", and the server of CLICKHOUSE_URL has no such cluster. It has: ` +
        `${known.map(({ cluster }) => cluster).join(', ') || 'none'}.`,
    );
  }
  const replicas = new Set(shards.map((shard) => Number(shard.replicas)));
  const [number = 1, ...others] = replicas;
  if (others.length > 0) {
    throw new LayoutError(
      `The shards of the cluster "${name}" have different numbers of replicas (${[...replicas].join(', ')}). ` +
        'Give each shard the same number: a write is acknowledged by all replicas.',
    );
  }
  if (number > 1 && shards.some(({ internal }) => internal === 0)) {
    throw new LayoutError(
      `The cluster "${name}" writes to each replica by itself. Set internal_replication to true for each shard: ` +
        'the tables replicate their rows.',
    );
  }
  return clusterOf(name, number);
}

/**
 * @param readServerIds the ids of the servers that the address leads to
 * @throws LayoutError when there are several that do not share their tables
 */
export async function assertOneServer(
  clickhouse: ClickHouse,
  readServerIds: () => Promise<string[]>,
): Promise<void> {
  const ids = await readServerIds();
  if (ids.length === 1) return;
  const [cloud] = await clickhouse.rows<{ value: string }>(
    "SELECT value FROM system.settings WHERE name = 'cloud_mode'",
    { label },
  );
  // Every server of ClickHouse Cloud has all rows.
  if (cloud?.value === '1') return;
  throw new LayoutError(
    `CLICKHOUSE_URL leads to ${ids.length} servers, each with tables of its own: a sum would be that of one of them. ` +
      'Set CLICKHOUSE_CLUSTER to the name of their cluster, or CLICKHOUSE_URL to one server.',
  );
}

/** @throws LayoutError when the database has tables of another layout than the settings name; before it is migrated */
export async function assertLayout(clickhouse: ClickHouse): Promise<void> {
  const [table] = await clickhouse.rows<{ engine: string; engine_full: string }>(
    "SELECT engine, engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'migrations'",
    { label },
  );
  if (table === undefined) return;
  const { cluster } = clickhouse;
  const spreadOver = /^Distributed\('([^']*)'/.exec(table.engine_full)?.[1];
  if (spreadOver === cluster?.name) return;
  if (cluster === undefined) {
    throw new LayoutError(
      `The tables of the session store are spread over the cluster "${spreadOver}": set CLICKHOUSE_CLUSTER to its name.`,
    );
  }
  throw new LayoutError(
    spreadOver === undefined
      ? `CLICKHOUSE_CLUSTER is "${cluster.name}", and the database has the tables of a single server. Leave the setting ` +
          'out, or set CLICKHOUSE_URL to an empty database and fetch everything again.'
      : `CLICKHOUSE_CLUSTER is "${cluster.name}", and the tables are spread over the cluster "${spreadOver}".`,
  );
}

/**
 * Checks that each server of the cluster has the same tables, and that the shards are those among which the rows were
 * distributed; notes them at the first start. After the database is migrated.
 * @throws LayoutError
 */
export async function assertShards(clickhouse: ClickHouse): Promise<void> {
  const { cluster } = clickhouse;
  if (cluster === undefined) return;
  const params = { cluster: cluster.name };
  const [shards, servers, recorded] = await Promise.all([
    clickhouse.rows<{ name: string }>(
      `SELECT shardNum() AS position, getMacro('shard') AS name FROM cluster({cluster:String}, system.one) ORDER BY position`,
      { label, params },
    ),
    clickhouse.rows<{ name: string; servers: string }>(
      `SELECT getMacro('shard') AS name, count() AS servers FROM clusterAllReplicas({cluster:String}, system.one) GROUP BY name`,
      { label, params },
    ),
    clickhouse.rows<{ name: string }>('SELECT name FROM shards FINAL ORDER BY position', { label }),
  ]);
  const names = shards.map(({ name }) => name);
  const problem = findShardProblem(cluster, {
    shards: names,
    servers: new Map(servers.map((found) => [found.name, Number(found.servers)])),
    recorded: recorded.map(({ name }) => name),
  });
  if (problem !== null) throw new LayoutError(problem);
  await assertSameTables(clickhouse, cluster.name, names.length * cluster.replicas);
  if (recorded.length > 0) return;
  const lines = names.map((name, index) => JSON.stringify({ position: index + 1, name }));
  await clickhouse.insertLines('shards', Buffer.from(lines.join('\n')), { label });
}

async function assertSameTables(clickhouse: ClickHouse, name: string, servers: number): Promise<void> {
  const [table] = await clickhouse.rows<{ name: string; hosts: string[] }>(
    `SELECT name, arraySort(groupUniqArray(hostName())) AS hosts
     FROM clusterAllReplicas({cluster:String}, system.tables) WHERE database = currentDatabase()
     GROUP BY name
     HAVING count() != {servers:UInt32}
     ORDER BY name LIMIT 1`,
    { label, params: { cluster: name, servers } },
  );
  if (table === undefined) return;
  throw new LayoutError(
    `Of the cluster "${name}", only ${table.hosts.join(', ')} ${table.hosts.length === 1 ? 'has' : 'have'} the table ` +
      `${table.name}. Create it on the others as it is there ("Adding a server" in docs/operations.md).`,
  );
}

/** The shards of a cluster, by the macro `shard` of their servers. */
interface Shards {
  /** In the order of the cluster. */
  shards: readonly string[];
  /** How many servers have each macro. */
  servers: ReadonlyMap<string, number>;
  /** In the order of the first start; none before it. */
  recorded: readonly string[];
}

/** What is wrong with the shards of a cluster, for whoever runs it; null when nothing is. */
export function findShardProblem(
  { name, replicas }: Pick<Cluster, 'name' | 'replicas'>,
  { shards, servers, recorded }: Shards,
): string | null {
  if (new Set(shards).size < shards.length) {
    return (
      `Two shards of the cluster "${name}" have the same macro "shard" (${shards.join(', ')}): they would replicate each ` +
      "other, and each session would be counted twice. Give each shard's servers a macro of their own."
    );
  }
  const [odd] = [...servers].filter(([, count]) => count !== replicas);
  if (odd !== undefined) {
    return (
      `Each shard of the cluster "${name}" has ${replicas} servers, but the macro "shard" is ${odd[0]} on ${odd[1]}. ` +
      'Servers replicate each other when they have the same one.'
    );
  }
  if (recorded.length === 0 || recorded.join() === shards.join()) return null;
  return (
    `The cluster "${name}" has the shards ${shards.join(', ')}, and the sessions were distributed among ` +
    `${recorded.join(', ')}. A state of a session would be looked for on another shard than the one it is on. Restore the ` +
    'shards in their order, or set CLICKHOUSE_URL to an empty database and fetch everything again.'
  );
}
