SELECT
  integration_id,
  multiIf(
    created_at > fromUnixTimestamp64Milli(toInt64(1795168200000), 'UTC'),
    0,
    created_at > fromUnixTimestamp64Milli(toInt64(1795082400000), 'UTC'),
    1,
    created_at > fromUnixTimestamp64Milli(toInt64(1793354400000), 'UTC'),
    2,
    created_at > fromUnixTimestamp64Milli(toInt64(1792576800000), 'UTC'),
    3,
    4
  ) AS age,
  toInt64(count()) AS sessions,
  toInt64(sum(bet)) AS bets
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
  )
  AND is_open = 1
  AND session_type = 1
GROUP BY
  integration_id,
  age
ORDER BY
  integration_id,
  age
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
