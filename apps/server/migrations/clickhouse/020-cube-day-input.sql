-- What a refresh of day buckets writes: sums and players come from one statement and part only here.
CREATE TABLE IF NOT EXISTS cube_day_input_v1 (
  lvl UInt8,
  b Date,
  integration_id UInt16,
  operator_id UInt16,
  game_id UInt16,
  session_type UInt8,
  sessions UInt64,
  open UInt64,
  idle UInt64,
  open_idle UInt64,
  bet Int64,
  win Int64,
  net Int64,
  due Int64,
  rounds UInt64,
  players UInt32,
  pb AggregateFunction(groupBitmap, UInt32),
  ver UInt64
) ENGINE = Null
