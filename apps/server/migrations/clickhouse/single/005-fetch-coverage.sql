-- The change times of each platform that were fetched without a gap, half-open, when the platform was read to its end,
-- and when also what it may have shown late was read again. It is stored
-- after the rows of the range, in the same store: it is never ahead of them.
CREATE TABLE IF NOT EXISTS fetch_coverage_v1 (
  integration_id UInt16,
  covered_from DateTime64(3, 'UTC'),
  covered_to DateTime64(3, 'UTC'),
  read_at DateTime64(3, 'UTC'),
  late_read_at DateTime64(3, 'UTC'),
  version UInt64
) ENGINE = ReplacingMergeTree(version)
ORDER BY integration_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
