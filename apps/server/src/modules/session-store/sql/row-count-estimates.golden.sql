SELECT
  toUnixTimestamp(toStartOfMonth(bucket)) AS month_start,
  integration_id,
  sum(sessions) AS session_count
FROM
  rollup_day_v1 FINAL
WHERE
  level = 1
  AND session_type = 0
GROUP BY
  month_start,
  integration_id;
