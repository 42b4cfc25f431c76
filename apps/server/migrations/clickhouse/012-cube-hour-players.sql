-- The players behind the rows of cube_hour_v1, per type; players of all types together are the union of both.
CREATE TABLE IF NOT EXISTS cube_hour_players_v1 (
  lvl UInt8,
  b DateTime('UTC'),
  integration_id UInt16,
  operator_id UInt16,
  game_id UInt16,
  session_type UInt8,
  pb AggregateFunction(groupBitmap, UInt32),
  ver UInt64 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(ver)
PARTITION BY toYear(b)
ORDER BY (lvl, session_type, b, integration_id, game_id, operator_id)
SETTINGS index_granularity = 32
