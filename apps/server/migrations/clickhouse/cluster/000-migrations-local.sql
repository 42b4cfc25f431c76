-- The migrations that have been applied.
CREATE TABLE IF NOT EXISTS migrations_local {on_cluster} (
  name String,
  applied_at DateTime('UTC') DEFAULT now()
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}')
ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
