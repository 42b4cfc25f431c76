SELECT
  intDiv(toUnixTimestamp64Milli(updated_at), 86400000) AS day,
  countIf (rounds > 0) AS sessions,
  countIf (rounds = 0) AS without_rounds
FROM
  sessions_v1 FINAL
WHERE
  created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
  AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
  AND user_id IN (4, 5)
  AND (integration_id, created_at) GLOBAL IN (
    SELECT
      integration_id,
      created_at
    FROM
      session_users_v1
    WHERE
      user_id IN (4, 5)
  )
GROUP BY
  day
ORDER BY
  day
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
