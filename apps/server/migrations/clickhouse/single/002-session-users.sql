-- Keys of the sessions of each player: a bloom filter on user_id would match nearly every granule of sessions_v1.
-- The hash of the id keeps two sessions of one player in the same instant apart.
CREATE TABLE IF NOT EXISTS session_users_v1 (
  user_id UInt32,
  created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  integration_id UInt16,
  id_hash UInt64
) ENGINE = ReplacingMergeTree
ORDER BY (user_id, created_at, integration_id, id_hash)
SETTINGS index_granularity = 1024,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
