-- Sums per day. lvl says which dimensions a row has (0 none, 1 integration, 2 operator, 3 game, 4 integration and game,
-- 5 all three); a dimension it has not is 0, and so is session_type for all types together.
-- idle: sessions without a round; open_idle: the open ones of them.
CREATE TABLE IF NOT EXISTS cube_day_v1 (
  lvl UInt8,
  b Date,
  integration_id UInt16,
  operator_id UInt16,
  game_id UInt16,
  session_type UInt8,
  sessions UInt64 CODEC(T64, ZSTD(1)),
  open UInt64 CODEC(T64, ZSTD(1)),
  idle UInt64 CODEC(T64, ZSTD(1)),
  open_idle UInt64 CODEC(T64, ZSTD(1)),
  bet Int64 CODEC(T64, ZSTD(1)),
  win Int64 CODEC(T64, ZSTD(1)),
  net Int64 CODEC(T64, ZSTD(1)),
  due Int64 CODEC(T64, ZSTD(1)),
  rounds UInt64 CODEC(T64, ZSTD(1)),
  players UInt32 CODEC(T64, ZSTD(1)),
  ver UInt64 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(ver)
ORDER BY (lvl, session_type, b, integration_id, game_id, operator_id)
SETTINGS index_granularity = 512
