-- The time of the latest write of sessions. PostgreSQL notes it before and after each write, so that a store that was
-- restored without the other one is recognised. Merges keep the latest.
CREATE TABLE IF NOT EXISTS store_writes_v1 (
  written_at DateTime64(3, 'UTC')
) ENGINE = ReplacingMergeTree(written_at)
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
