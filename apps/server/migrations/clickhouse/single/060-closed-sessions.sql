-- The real sessions of a closed month of an integration as they were when it was closed: what changes afterwards is named session
-- by session against them. A closing has a partition of its own, which is dropped when the month is reopened.
-- It cannot be made again from the sessions: backups contain it.
CREATE TABLE IF NOT EXISTS closed_sessions_v1 (
  closing UInt32,
  id UUID CODEC(ZSTD(1)),
  operator_id UInt16,
  game_id UInt16,
  user_id UInt32,
  is_open UInt8,
  bet Int64 CODEC(T64, ZSTD(1)),
  win Int64 CODEC(T64, ZSTD(1)),
  net_win Int64 CODEC(T64, ZSTD(1)),
  amount_due Int64 CODEC(T64, ZSTD(1)),
  rounds UInt32 CODEC(T64, ZSTD(1))
) ENGINE = MergeTree()
PARTITION BY closing
ORDER BY (closing, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
