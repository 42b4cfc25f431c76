SELECT
  toUnixTimestamp64Milli(updated_at) AS updated_ms
FROM
  sessions_v1 FINAL
WHERE
  _partition_id >= '202610'
  AND _partition_id < '202611'
  AND integration_id IN (1, 3)
  AND operator_id IN (10)
  AND game_id IN (7)
  AND session_type = 1
  AND is_open = 0
  AND rounds > 0
  AND bet >= 100
  AND bet <= 500000
  AND win >= 1
  AND bet - win <= -1
  AND (
    (
      created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    )
  )
  AND updated_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
  AND updated_at < fromUnixTimestamp64Milli(toInt64(1793487600001), 'UTC')
ORDER BY
  updated_at DESC
LIMIT
  2 OFFSET 2
SETTINGS
  do_not_merge_across_partitions_select_final = 1;

SELECT
  count() AS sessions,
  0 AS without_rounds
FROM
  sessions_v1 FINAL
WHERE
  _partition_id >= '202610'
  AND _partition_id < '202611'
  AND integration_id IN (1, 3)
  AND operator_id IN (10)
  AND game_id IN (7)
  AND session_type = 1
  AND is_open = 0
  AND rounds > 0
  AND bet >= 100
  AND bet <= 500000
  AND win >= 1
  AND bet - win <= -1
  AND updated_at > fromUnixTimestamp64Milli(toInt64(1792490400000), 'UTC')
SETTINGS
  do_not_merge_across_partitions_select_final = 1;

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
  (integration_id, created_at, id) GLOBAL IN (
    SELECT
      integration_id,
      created_at,
      id
    FROM
      sessions_v1 FINAL
    WHERE
      _partition_id >= '202610'
      AND _partition_id < '202611'
      AND integration_id IN (1, 3)
      AND operator_id IN (10)
      AND game_id IN (7)
      AND session_type = 1
      AND is_open = 0
      AND rounds > 0
      AND bet >= 100
      AND bet <= 500000
      AND win >= 1
      AND bet - win <= -1
      AND (
        (
          created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
          AND created_at < fromUnixTimestamp64Milli(toInt64(1792490400001), 'UTC')
        )
      )
      AND updated_at >= fromUnixTimestamp64Milli(toInt64(1792490400000), 'UTC')
      AND updated_at < fromUnixTimestamp64Milli(toInt64(1792490400001), 'UTC')
    ORDER BY
      updated_at DESC,
      id
    LIMIT
      2 OFFSET 1
    SETTINGS
      do_not_merge_across_partitions_select_final = 1
  )
ORDER BY
  updated_at DESC,
  id
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
