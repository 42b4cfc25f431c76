-- Which PostgreSQL database this session store belongs to. A hub refuses to start on two that do not belong together.
CREATE TABLE IF NOT EXISTS store_identity_v1 (
  store_id UUID,
  version UInt64
) ENGINE = ReplacingMergeTree(version)
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
