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
  toUnixTimestamp64Milli(fetched_at) AS fetched_ms,
  toInt64(count() OVER ()) AS matched
FROM
  sessions_v1 FINAL
WHERE
  (integration_id, created_at, id) GLOBAL IN (
    SELECT
      integration_id,
      created_at,
      id
    FROM
      sessions_v1
    WHERE
      is_open = 1
      AND integration_id IN (2)
      AND (
        (
          created_at <= fromUnixTimestamp64Milli(toInt64(1795168200000), 'UTC')
          AND created_at > fromUnixTimestamp64Milli(toInt64(1795082400000), 'UTC')
        )
        OR (created_at <= fromUnixTimestamp64Milli(toInt64(1792576800000), 'UTC'))
      )
  )
  AND is_open = 1
  AND integration_id IN (2)
  AND (
    (
      created_at <= fromUnixTimestamp64Milli(toInt64(1795168200000), 'UTC')
      AND created_at > fromUnixTimestamp64Milli(toInt64(1795082400000), 'UTC')
    )
    OR (created_at <= fromUnixTimestamp64Milli(toInt64(1792576800000), 'UTC'))
  )
ORDER BY
  created_at ASC,
  id
LIMIT
  25 OFFSET 0
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
