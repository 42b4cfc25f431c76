SELECT DISTINCT
  integration_id,
  toInt64(toUnixTimestamp(created_second)) AS second
FROM
  session_ids_v1
WHERE
  id_hash IN (
    toUInt32(cityHash64({text:String})),
    toUInt32(cityHash64(toUUID('3f2504e0-4f89-81d3-9a0c-0305e82c3301')))
  )
  AND integration_id IN (2)
ORDER BY
  second DESC,
  integration_id
LIMIT
  2000;

SELECT
  id,
  session_id,
  ext_session_id,
  ext_ticket_id,
  integration_id,
  operator_id,
  game_id,
  user_id,
  session_type,
  is_open,
  is_mobile,
  bet,
  win,
  net_win,
  amount_due,
  rounds,
  toUnixTimestamp64Milli(created_at) AS created_ms,
  toUnixTimestamp64Milli(updated_at) AS updated_ms,
  toUnixTimestamp64Milli(fetched_at) AS fetched_ms
FROM
  sessions_v1 FINAL
WHERE
  created_at >= fromUnixTimestamp64Milli(toInt64(1790900000000), 'UTC')
  AND created_at < fromUnixTimestamp64Milli(toInt64(1793000001000), 'UTC')
  AND (integration_id, toDateTime(created_at, 'UTC')) IN ((2, toDateTime(1793000000, 'UTC')), (1, toDateTime(1790900000, 'UTC')))
  AND (
    ext_ticket_id = {text:String}
    OR ext_session_id = {text:String}
    OR session_id = {text:String}
    OR id = toUUID('3f2504e0-4f89-81d3-9a0c-0305e82c3301')
  )
  AND integration_id IN (2)
ORDER BY
  updated_at DESC,
  id
LIMIT
  1000
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
