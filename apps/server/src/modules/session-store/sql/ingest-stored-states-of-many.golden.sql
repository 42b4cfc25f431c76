SELECT
  created_at,
  updated_at,
  bet,
  win,
  net_win,
  amount_due,
  user_id,
  rounds,
  operator_id,
  game_id,
  session_type,
  is_open,
  is_mobile,
  session_id,
  ext_session_id,
  ext_ticket_id
FROM
  sessions_v1
WHERE
  integration_id = {integration:UInt16}
  AND (
    created_at BETWEEN fromUnixTimestamp64Milli(toInt64(1790813036366), 'UTC') AND fromUnixTimestamp64Milli(toInt64(1790815249491), 'UTC')
    OR created_at BETWEEN fromUnixTimestamp64Milli(toInt64(1790818861457), 'UTC') AND fromUnixTimestamp64Milli(toInt64(1790875535457), 'UTC')
    OR created_at BETWEEN fromUnixTimestamp64Milli(toInt64(1790879597466), 'UTC') AND fromUnixTimestamp64Milli(toInt64(1790881094239), 'UTC')
    OR created_at BETWEEN fromUnixTimestamp64Milli(toInt64(1790885272090), 'UTC') AND fromUnixTimestamp64Milli(toInt64(1790898716074), 'UTC')
  )
LIMIT
  10202;

SELECT
  count() AS count
FROM
  sessions_v1
WHERE
  integration_id = {integration:UInt16};

SELECT
  id
FROM
  sessions_v1
WHERE
  integration_id = {integration:UInt16};
