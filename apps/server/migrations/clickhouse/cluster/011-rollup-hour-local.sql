-- Sums per hour. `level` is the set of dimensions that a row has:
-- 0 none, 1 integration, 2 integration and operator, 3 game, 4 integration and game, 5 integration and operator and game.
-- A dimension that a row does not have is 0, and so is session_type in the rows of all types together.
-- zero_round counts the sessions without a round, open_zero_round the open ones among them.
-- A refresh inserts its buckets again with a higher version, so read it through FINAL. An hour after the last refresh the
-- engine merges the parts into one: FINAL then has nothing left to combine.
-- Not partitioned: a query pays for every part it touches.
CREATE TABLE IF NOT EXISTS rollup_hour_v1_local {on_cluster} (
  level UInt8,
  bucket DateTime('UTC'),
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
  version UInt64 CODEC(ZSTD(1))
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}', version)
ORDER BY (level, session_type, bucket, integration_id, game_id, operator_id)
SETTINGS index_granularity = 512, min_age_to_force_merge_seconds = 3600,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
