-- The shards among which the rows were distributed, in the order of the cluster. A start on other ones is refused: the
-- states of a session would be on two shards, and be counted twice.
CREATE TABLE IF NOT EXISTS shards_local {on_cluster} (
  position UInt32,
  name String
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}')
ORDER BY position
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
