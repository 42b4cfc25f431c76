SELECT
  toInt64(toYYYYMMDD(created_at, 'Europe/Rome')) AS bucket_key,
  toInt64(integration_id),
  toInt64(count()),
  toInt64(sum(is_open)),
  toInt64(countIf (rounds = 0)),
  toInt64(
    countIf (
      rounds = 0
      AND is_open = 1
    )
  ),
  toInt64(sum(bet)),
  toInt64(sum(win)),
  toInt64(sum(net_win)),
  toInt64(sum(amount_due)),
  toInt64(sum(rounds)),
  toInt64(groupBitmap(user_id))
FROM
  sessions_v1 FINAL
WHERE
  (
    created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
    AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
  )
  AND session_type = 1
GROUP BY
  GROUPING SETS ((bucket_key), (integration_id))
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
