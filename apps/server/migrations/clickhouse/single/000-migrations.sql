-- The migrations that have been applied.
CREATE TABLE IF NOT EXISTS migrations (
  name String,
  applied_at DateTime('UTC') DEFAULT now()
) ENGINE = ReplacingMergeTree
ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
