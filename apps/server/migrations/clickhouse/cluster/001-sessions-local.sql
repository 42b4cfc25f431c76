-- The sessions: one row per session and stored state of it. Read it through FINAL only, which returns the latest state
-- (sessions.clickhouse.ts does).
-- The version is the platform's own last change, so that an old state that arrives late never replaces a newer one.
-- Integration and creation time of a session never change: they are in its key and its partition. Integration comes first,
-- because most queries fix it, then time. Partitions are months of Rome, as the screens ask for them.
-- Writes of an integration are numbered in their order, so that what others have written since is read without the rest.
-- The bloom filters find a session by any of its ids; updated_at by minmax serves the list by last change.
-- A month that received nothing for an hour is merged into one part: FINAL then has nothing left to combine.
-- Like every table here, it is synced to disk before an insert is acknowledged, and after a merge.
CREATE TABLE IF NOT EXISTS sessions_v1_local {on_cluster} (
  id UUID CODEC(ZSTD(1)),
  session_id String CODEC(ZSTD(1)),
  ext_session_id String CODEC(ZSTD(1)),
  ext_ticket_id String CODEC(ZSTD(1)),
  integration_id UInt16,
  operator_id UInt16,
  game_id UInt16,
  user_id UInt32,
  session_type UInt8,
  is_open UInt8,
  is_mobile UInt8,
  bet Int64 CODEC(T64, ZSTD(1)),
  win Int64 CODEC(T64, ZSTD(1)),
  net_win Int64 CODEC(T64, ZSTD(1)),
  amount_due Int64 CODEC(T64, ZSTD(1)),
  rounds UInt32 CODEC(T64, ZSTD(1)),
  created_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  updated_at DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  fetched_at DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  write_number UInt64 CODEC(T64, ZSTD(1)),
  INDEX ix_id id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX ix_session_id session_id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX ix_ext_session_id ext_session_id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX ix_ext_ticket_id ext_ticket_id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX ix_updated_at updated_at TYPE minmax GRANULARITY 1,
  INDEX ix_write_number write_number TYPE minmax GRANULARITY 1
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}', updated_at)
PARTITION BY toYYYYMM(created_at, 'Europe/Rome')
ORDER BY (integration_id, created_at, id)
SETTINGS min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1
