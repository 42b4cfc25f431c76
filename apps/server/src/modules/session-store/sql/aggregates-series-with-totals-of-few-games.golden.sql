SELECT
  toInt64(toYYYYMMDD(bucket)) AS bucket_key,
  toInt64(integration_id),
  toInt64(sum(sessions)),
  toInt64(sum(open)),
  toInt64(sum(zero_round)),
  toInt64(sum(open_zero_round)),
  toInt64(sum(bet)),
  toInt64(sum(win)),
  toInt64(sum(net_win)),
  toInt64(sum(amount_due)),
  toInt64(sum(rounds)),
  toInt64(groupBitmapMerge (player_bitmap))
FROM
  rollup_day_games_v1 FINAL
WHERE
  level IN (4)
  AND session_type IN (1, 4)
  AND (
    bucket >= '2026-01-01'
    AND bucket < '2026-11-21'
  )
  AND integration_id IN (1, 3)
  AND game_id IN (7, 9)
GROUP BY
  GROUPING SETS ((bucket_key), (integration_id));
