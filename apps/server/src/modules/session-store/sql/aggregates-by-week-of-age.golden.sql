SELECT
  toInt64(bucket_key),
  toInt64(game_id),
  sum(part_sessions),
  sum(part_open),
  sum(part_zero_round),
  sum(part_open_zero_round),
  sum(part_bet),
  sum(part_win),
  sum(part_net_win),
  sum(part_amount_due),
  sum(part_rounds)
FROM
  (
    SELECT
      toInt64(floor((toInt64(bucket) - toInt64(transform(game_id, [7, 9], [20458, 19782], 0))) / 7)) AS bucket_key,
      game_id,
      toInt64(sessions) AS part_sessions,
      toInt64(open) AS part_open,
      toInt64(zero_round) AS part_zero_round,
      toInt64(open_zero_round) AS part_open_zero_round,
      toInt64(bet) AS part_bet,
      toInt64(win) AS part_win,
      toInt64(net_win) AS part_net_win,
      toInt64(amount_due) AS part_amount_due,
      toInt64(rounds) AS part_rounds
    FROM
      rollup_day_v1 FINAL
    WHERE
      level IN (3)
      AND session_type IN (1)
      AND (
        bucket >= '2026-01-01'
        AND bucket < '2026-11-20'
      )
      AND game_id IN (7, 9)
    UNION ALL
    SELECT
      toInt64(
        floor(
          (toInt64(toDate(created_at, 'Europe/Rome')) - toInt64(transform(game_id, [7, 9], [20458, 19782], 0))) / 7
        )
      ) AS bucket_key,
      game_id,
      toInt64(count()) AS part_sessions,
      toInt64(sum(is_open)) AS part_open,
      toInt64(countIf (rounds = 0)) AS part_zero_round,
      toInt64(
        countIf (
          rounds = 0
          AND is_open = 1
        )
      ) AS part_open_zero_round,
      toInt64(sum(bet)) AS part_bet,
      toInt64(sum(win)) AS part_win,
      toInt64(sum(net_win)) AS part_net_win,
      toInt64(sum(amount_due)) AS part_amount_due,
      toInt64(sum(rounds)) AS part_rounds
    FROM
      sessions_v1 FINAL
    WHERE
      (
        created_at >= fromUnixTimestamp64Milli(toInt64(1795129200000), 'UTC')
        AND created_at < fromUnixTimestamp64Milli(toInt64(1795215600000), 'UTC')
      )
      AND game_id IN (7, 9)
      AND session_type = 1
    GROUP BY
      bucket_key,
      game_id
    SETTINGS
      do_not_merge_across_partitions_select_final = 1
  )
GROUP BY
  bucket_key,
  game_id;
