-- Where sessions lie, by a hash of each of their ids: an id is found by one look, not in the bloom filters of every month.
-- 32 bits are enough, because the ids are compared again on the sessions: of 400 million hashes one in eleven is another one's, too.
-- It is derived from the sessions: backups leave it out, and repair-store makes it anew.
CREATE TABLE IF NOT EXISTS session_ids_v1 (
  id_hash UInt32 CODEC(Delta(4), ZSTD(1)),
  integration_id UInt16 CODEC(ZSTD(1)),
  created_second DateTime('UTC') CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree
ORDER BY (id_hash, integration_id, created_second)
SETTINGS index_granularity = 1024,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
