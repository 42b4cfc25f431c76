SELECT
  toInt64(0) AS bucket_key,
  toInt64(integration_id),
  toInt64(transform(operator_id, [10], [7], 0)) AS platform_id,
  toInt64(sum(sessions)),
  toInt64(sum(open)),
  toInt64(sum(zero_round)),
  toInt64(sum(open_zero_round)),
  toInt64(sum(bet)),
  toInt64(sum(win)),
  toInt64(sum(net_win)),
  toInt64(sum(amount_due)),
  toInt64(sum(rounds))
FROM
  rollup_month_v1 FINAL
WHERE
  level IN (2)
  AND session_type IN (0)
  AND (
    bucket >= '2026-10-01'
    AND bucket < '2026-11-01'
  )
GROUP BY
  bucket_key,
  integration_id,
  platform_id;

SELECT
  toInt64(0) AS bucket_key,
  toInt64(integration_id),
  toInt64(transform(operator_id, [10], [7], 0)) AS platform_id,
  toInt64(groupBitmapMerge (player_bitmap))
FROM
  rollup_month_players_v1 FINAL
WHERE
  level IN (2)
  AND session_type IN (1, 4)
  AND (
    bucket >= '2026-10-01'
    AND bucket < '2026-11-01'
  )
GROUP BY
  bucket_key,
  integration_id,
  platform_id;
