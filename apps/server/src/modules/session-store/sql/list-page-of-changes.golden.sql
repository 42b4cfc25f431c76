SELECT
  id,
  write_number AS write,
  toUnixTimestamp64Milli(created_at) AS created_ms
FROM
  sessions_v1 FINAL
WHERE
  integration_id = 1
  AND (
    write_number > 41
    OR (
      write_number = 41
      AND id > toUUID('b9a6d7a2-6f0f-4bd7-a6b3-0f52b1d0c001')
    )
  )
  AND write_number <= 50
ORDER BY
  write_number,
  id
LIMIT
  500
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
  integration_id = 1
  AND (
    write_number > 41
    OR (
      write_number = 41
      AND id > toUUID('b9a6d7a2-6f0f-4bd7-a6b3-0f52b1d0c001')
    )
  )
  AND NOT (
    write_number > 42
    OR (
      write_number = 42
      AND id > toUUID('b9a6d7a2-6f0f-4bd7-a6b3-0f52b1d0c002')
    )
  )
  AND created_at BETWEEN fromUnixTimestamp64Milli(toInt64(1768000000000), 'UTC') AND fromUnixTimestamp64Milli(toInt64(1768000000000), 'UTC')
ORDER BY
  write_number,
  id
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
