-- The players behind the rows of rollup_day_v1, per type; those of all types are the union of both bitmaps.
-- Granules are small, because one bitmap is as large as hundreds of plain rows.
CREATE TABLE IF NOT EXISTS rollup_day_players_v1_local {on_cluster} (
  level UInt8,
  bucket Date,
  integration_id UInt16,
  operator_id UInt16,
  game_id UInt16,
  session_type UInt8,
  player_bitmap AggregateFunction(groupBitmap, UInt32),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}', version)
PARTITION BY toYear(bucket)
ORDER BY (level, session_type, bucket, integration_id, game_id, operator_id)
SETTINGS index_granularity = 32,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
