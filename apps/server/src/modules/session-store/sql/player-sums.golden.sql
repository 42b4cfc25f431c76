SELECT
  game_id,
  session_type,
  toYYYYMM(created_at, 'Europe/Rome') AS month,
  toInt64(count()) AS sum_sessions,
  toInt64(sum(is_open)) AS sum_open,
  toInt64(countIf (rounds = 0)) AS sum_zeroRound,
  toInt64(
    countIf (
      rounds = 0
      AND is_open = 1
    )
  ) AS sum_openZeroRound,
  toInt64(sum(bet)) AS sum_bet,
  toInt64(sum(win)) AS sum_win,
  toInt64(sum(net_win)) AS sum_netWin,
  toInt64(sum(amount_due)) AS sum_due,
  toInt64(sum(rounds)) AS sum_rounds,
  argMin(id, (created_at, id)) AS first_id,
  argMax(id, (created_at, id)) AS last_id,
  toUnixTimestamp64Milli(min(created_at)) AS first_ms,
  toUnixTimestamp64Milli(max(created_at)) AS last_ms
FROM
  sessions_v1 FINAL
WHERE
  (integration_id, created_at) GLOBAL IN (
    SELECT
      integration_id,
      created_at
    FROM
      session_users_v1
    WHERE
      user_id IN (17, 90)
      AND integration_id IN (2)
  )
  AND user_id IN (17, 90)
  AND integration_id IN (2)
GROUP BY
  game_id,
  session_type,
  month
ORDER BY
  month,
  game_id,
  session_type
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
