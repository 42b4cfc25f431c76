SELECT
  toInt64(bucket_key),
  toInt64(session_type),
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
      toInt64(toYYYYMM(bucket)) AS bucket_key,
      session_type,
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
      rollup_month_v1 FINAL
    WHERE
      level IN (0)
      AND session_type IN (1, 4)
      AND (
        bucket >= '2026-01-01'
        AND bucket < '2026-11-01'
      )
    UNION ALL
    SELECT
      toInt64(toYYYYMM(bucket)) AS bucket_key,
      session_type,
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
      level IN (0)
      AND session_type IN (1, 4)
      AND (
        bucket >= '2026-11-01'
        AND bucket < '2026-11-21'
      )
  )
GROUP BY
  bucket_key,
  session_type;

SELECT
  toInt64(bucket_key),
  toInt64(session_type),
  toInt64(groupBitmapMerge (player_bitmap))
FROM
  (
    SELECT
      toInt64(toYYYYMM(bucket)) AS bucket_key,
      session_type,
      player_bitmap
    FROM
      rollup_month_players_v1 FINAL
    WHERE
      level IN (0)
      AND session_type IN (1, 4)
      AND (
        bucket >= '2026-01-01'
        AND bucket < '2026-11-01'
      )
    UNION ALL
    SELECT
      toInt64(toYYYYMM(bucket)) AS bucket_key,
      session_type,
      player_bitmap
    FROM
      rollup_day_players_v1 FINAL
    WHERE
      level IN (0)
      AND session_type IN (1, 4)
      AND (
        bucket >= '2026-11-01'
        AND bucket < '2026-11-21'
      )
  )
GROUP BY
  GROUPING SETS ((bucket_key, session_type), (bucket_key));
