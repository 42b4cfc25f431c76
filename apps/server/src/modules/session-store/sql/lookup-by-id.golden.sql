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
  (integration_id, toDateTime(created_at, 'UTC')) GLOBAL IN (
    SELECT
      integration_id,
      created_second
    FROM
      session_ids_v1
    WHERE
      id_hash IN (toUInt32(cityHash64(toUUID('3f2504e0-4f89-81d3-9a0c-0305e82c3301'))))
  )
  AND (id = toUUID('3f2504e0-4f89-81d3-9a0c-0305e82c3301'))
  AND 1
ORDER BY
  updated_at DESC,
  id
LIMIT
  1000
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
