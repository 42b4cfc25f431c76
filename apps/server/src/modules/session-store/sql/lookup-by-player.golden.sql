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
  (integration_id, created_at) GLOBAL IN (
    SELECT
      integration_id,
      created_at
    FROM
      session_users_v1
    WHERE
      user_id IN (4, 5)
  )
  AND user_id IN (4, 5)
  AND integration_id IN (2)
ORDER BY
  updated_at DESC,
  id
LIMIT
  500 OFFSET 500
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
