-- The dictionary of players: a dense number for each user id of each integration, because bitmaps are small only then.
-- A player is here before the first session that carries the number. PostgreSQL keeps an index of it, which this table
-- can rebuild. Where a player has two numbers, sessions carry the greater one only.
CREATE TABLE IF NOT EXISTS players_v1_local {on_cluster} (
  integration_id UInt16,
  user_id String CODEC(ZSTD(1)),
  number UInt32 CODEC(T64, ZSTD(1))
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}', number)
ORDER BY (integration_id, user_id)
SETTINGS index_granularity = 1024,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
