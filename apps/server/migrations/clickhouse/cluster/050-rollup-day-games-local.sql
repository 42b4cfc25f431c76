-- The cells of days by integration and game, per type, the days of each game one after the other.
-- It is derived from rollup_day_v1 and rollup_day_players_v1: backups leave it out, and repair-store makes it anew.
CREATE TABLE IF NOT EXISTS rollup_day_games_v1_local {on_cluster} (
  level UInt8,
  bucket Date,
  integration_id UInt16,
  operator_id UInt16,
  game_id UInt16,
  session_type UInt8,
  sessions UInt64 CODEC(T64, ZSTD(1)),
  open UInt64 CODEC(T64, ZSTD(1)),
  zero_round UInt64 CODEC(T64, ZSTD(1)),
  open_zero_round UInt64 CODEC(T64, ZSTD(1)),
  bet Int64 CODEC(T64, ZSTD(1)),
  win Int64 CODEC(T64, ZSTD(1)),
  net_win Int64 CODEC(T64, ZSTD(1)),
  amount_due Int64 CODEC(T64, ZSTD(1)),
  rounds UInt64 CODEC(T64, ZSTD(1)),
  players UInt32 CODEC(T64, ZSTD(1)),
  player_bitmap AggregateFunction(groupBitmap, UInt32),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}', version)
PARTITION BY toYear(bucket)
ORDER BY (level, session_type, integration_id, game_id, operator_id, bucket)
SETTINGS index_granularity = 32,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
