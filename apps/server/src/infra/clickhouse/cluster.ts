import type { QuerySettings } from './statement.ts';

/**
 * A cluster of ClickHouse servers. Each table of the hub is a `Distributed` one there, over tables of the same name and
 * `_local` that hold the rows of a shard and are replicated among its servers.
 */
export interface Cluster {
  /** Its name in the configuration of the servers. */
  name: string;
  /** Servers of each shard. */
  replicas: number;
  /** Stands behind the name of what a statement creates or changes, so that it happens on every server. */
  onCluster: string;
  /** Settings of every query. */
  readSettings: QuerySettings;
  /** Settings of every statement that writes. */
  writeSettings: QuerySettings;
}

/**
 * A cluster as `CLICKHOUSE_CLUSTER` names it.
 * @param replicas of each shard
 */
export function clusterOf(name: string, replicas: number): Cluster {
  return {
    name,
    replicas,
    onCluster: `ON CLUSTER '${name}'`,
    readSettings: {
      // A query of one session asks its shard only.
      optimize_skip_unused_shards: 1,
      // Without one of its shards a sum is an error, never a part of it.
      skip_unavailable_shards: 0,
    },
    writeSettings: {
      // Acknowledged when the rows are on their shards, not while they wait to be sent.
      distributed_foreground_insert: 1,
      // On all replicas, so that a sum that follows an insert is right whichever of them computes it. Sequential reads
      // from a majority would need inserts to wait for each other, which those of several integrations do not.
      ...(replicas > 1 ? { insert_quorum: replicas } : {}),
      // What is selected is that of all shards, also where each could store what it selects from its own rows.
      parallel_distributed_insert_select: 0,
      // Rows that were deleted may come again; equal ones replace each other.
      insert_deduplicate: 0,
      // Changes of rows and of tables have happened everywhere when they return.
      alter_sync: 2,
      mutations_sync: 2,
    },
  };
}

/** The name of the table that holds the rows of a shard, as the target of `ALTER` or `TRUNCATE`. */
export function changeTarget(cluster: Cluster | undefined, table: string): string {
  return cluster === undefined ? table : `${table}_local ${cluster.onCluster}`;
}
