SELECT
  toInt64(0) AS bucket_key,
  toInt64(level),
  toInt64(integration_id),
  toInt64(operator_id),
  toInt64(game_id),
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
  rollup_month_v1 FINAL
WHERE
  level IN (1, 2, 5)
  AND session_type IN (1)
  AND (
    bucket >= '2026-10-01'
    AND bucket < '2026-11-01'
  );
