INSERT INTO
  rollup_month_input_v1 (
    level,
    bucket,
    integration_id,
    operator_id,
    game_id,
    session_type,
    sessions,
    open,
    zero_round,
    open_zero_round,
    bet,
    win,
    net_win,
    amount_due,
    rounds,
    players,
    player_bitmap,
    version
  )
SELECT
  *,
  greatest(
    toUInt64(42),
    (
      SELECT
        max(version) + 1
      FROM
        rollup_month_v1
      WHERE
        level = 0
        AND session_type = 0
        AND bucket >= toStartOfMonth(fromUnixTimestamp64Milli(toInt64(1792879200000), 'UTC'), 'Europe/Rome')
        AND bucket < toStartOfMonth(fromUnixTimestamp64Milli(toInt64(1792969200000), 'UTC'), 'Europe/Rome')
    )
  )
FROM
  (
    SELECT
      transform(grouping_bits, [7, 3, 1, 6, 2, 0], [0, 1, 2, 3, 4, 5], 255) AS level,
      bucket,
      integration_id,
      operator_id,
      game_id,
      session_type,
      total_sessions,
      total_open,
      total_zero_round,
      total_open_zero_round,
      total_bet,
      total_win,
      total_net_win,
      total_amount_due,
      total_rounds,
      finalizeAggregation(total_bitmap) AS total_players,
      total_bitmap
    FROM
      (
        SELECT
          bucket,
          integration_id,
          operator_id,
          game_id,
          session_type,
          grouping (integration_id, operator_id, game_id) AS grouping_bits,
          sum(part_sessions) AS total_sessions,
          sum(part_open) AS total_open,
          sum(part_zero_round) AS total_zero_round,
          sum(part_open_zero_round) AS total_open_zero_round,
          sum(part_bet) AS total_bet,
          sum(part_win) AS total_win,
          sum(part_net_win) AS total_net_win,
          sum(part_amount_due) AS total_amount_due,
          sum(part_rounds) AS total_rounds,
          groupBitmapMergeState (part_bitmap) AS total_bitmap
        FROM
          (
            SELECT
              toStartOfMonth(day) AS bucket,
              integration_id,
              operator_id,
              game_id,
              session_type,
              sum(day_sessions) AS part_sessions,
              sum(day_open) AS part_open,
              sum(day_zero_round) AS part_zero_round,
              sum(day_open_zero_round) AS part_open_zero_round,
              sum(day_bet) AS part_bet,
              sum(day_win) AS part_win,
              sum(day_net_win) AS part_net_win,
              sum(day_amount_due) AS part_amount_due,
              sum(day_rounds) AS part_rounds,
              groupBitmapMergeState (day_bitmap) AS part_bitmap
            FROM
              (
                SELECT
                  bucket AS day,
                  integration_id,
                  operator_id,
                  game_id,
                  session_type,
                  sessions AS day_sessions,
                  open AS day_open,
                  zero_round AS day_zero_round,
                  open_zero_round AS day_open_zero_round,
                  bet AS day_bet,
                  win AS day_win,
                  net_win AS day_net_win,
                  amount_due AS day_amount_due,
                  rounds AS day_rounds,
                  arrayReduce('groupBitmapState', emptyArrayUInt32()) AS day_bitmap
                FROM
                  rollup_day_v1 FINAL
                WHERE
                  level = 5
                  AND session_type IN (1, 4)
                  AND bucket >= toDate(fromUnixTimestamp64Milli(toInt64(1792879200000), 'UTC'), 'Europe/Rome')
                  AND bucket < toDate(fromUnixTimestamp64Milli(toInt64(1792969200000), 'UTC'), 'Europe/Rome')
                UNION ALL
                SELECT
                  bucket AS day,
                  integration_id,
                  operator_id,
                  game_id,
                  session_type,
                  0 AS day_sessions,
                  0 AS day_open,
                  0 AS day_zero_round,
                  0 AS day_open_zero_round,
                  0 AS day_bet,
                  0 AS day_win,
                  0 AS day_net_win,
                  0 AS day_amount_due,
                  0 AS day_rounds,
                  player_bitmap AS day_bitmap
                FROM
                  rollup_day_players_v1 FINAL
                WHERE
                  level = 5
                  AND session_type IN (1, 4)
                  AND bucket >= toDate(fromUnixTimestamp64Milli(toInt64(1792879200000), 'UTC'), 'Europe/Rome')
                  AND bucket < toDate(fromUnixTimestamp64Milli(toInt64(1792969200000), 'UTC'), 'Europe/Rome')
              )
            GROUP BY
              bucket,
              integration_id,
              operator_id,
              game_id,
              session_type
          )
        GROUP BY
          GROUPING SETS (
            (bucket),
            (bucket, session_type),
            (bucket, integration_id),
            (bucket, integration_id, session_type),
            (bucket, integration_id, operator_id),
            (bucket, integration_id, operator_id, session_type),
            (bucket, game_id),
            (bucket, game_id, session_type),
            (bucket, integration_id, game_id),
            (bucket, integration_id, game_id, session_type),
            (bucket, integration_id, operator_id, game_id),
            (bucket, integration_id, operator_id, game_id, session_type)
          )
      )
  );
