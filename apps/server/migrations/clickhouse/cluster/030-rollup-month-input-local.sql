-- Receives the refresh of month buckets and stores nothing: one statement computes sums and players, two views part them.
CREATE TABLE IF NOT EXISTS rollup_month_input_v1_local {on_cluster} (
  level UInt8,
  bucket Date,
  integration_id UInt16,
  operator_id UInt16,
  game_id UInt16,
  session_type UInt8,
  sessions UInt64,
  open UInt64,
  zero_round UInt64,
  open_zero_round UInt64,
  bet Int64,
  win Int64,
  net_win Int64,
  amount_due Int64,
  rounds UInt64,
  players UInt32,
  player_bitmap AggregateFunction(groupBitmap, UInt32),
  version UInt64
) ENGINE = Null
