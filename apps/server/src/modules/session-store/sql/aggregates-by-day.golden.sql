SELECT
  toInt64(toYYYYMMDD(bucket)) AS bucket_key,
  toInt64(sessions),
  toInt64(open),
  toInt64(zero_round),
  toInt64(open_zero_round),
  toInt64(bet),
  toInt64(win),
  toInt64(net_win),
  toInt64(amount_due),
  toInt64(rounds),
  toInt64(players)
FROM
  rollup_day_v1 FINAL
WHERE
  level IN (0)
  AND session_type IN (0)
  AND (
    bucket >= '2026-01-01'
    AND bucket < '2026-11-21'
  );
