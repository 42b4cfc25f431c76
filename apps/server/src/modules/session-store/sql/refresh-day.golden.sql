INSERT INTO
  rollup_day_input_v1 (
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
        rollup_day_v1
      WHERE
        level = 0
        AND session_type = 0
        AND bucket >= toDate(fromUnixTimestamp64Milli(toInt64(1792879200000), 'UTC'), 'Europe/Rome')
        AND bucket < toDate(fromUnixTimestamp64Milli(toInt64(1792969200000), 'UTC'), 'Europe/Rome')
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
              toDate(created_at, 'Europe/Rome') AS bucket,
              integration_id,
              operator_id,
              game_id,
              session_type,
              count() AS part_sessions,
              sum(is_open) AS part_open,
              countIf (rounds = 0) AS part_zero_round,
              countIf (
                rounds = 0
                AND is_open = 1
              ) AS part_open_zero_round,
              sum(bet) AS part_bet,
              sum(win) AS part_win,
              sum(net_win) AS part_net_win,
              sum(amount_due) AS part_amount_due,
              sum(rounds) AS part_rounds,
              groupBitmapState (user_id) AS part_bitmap
            FROM
              sessions_v1 FINAL
            WHERE
              created_at >= fromUnixTimestamp64Milli(toInt64(1792879200000), 'UTC')
              AND created_at < fromUnixTimestamp64Milli(toInt64(1792969200000), 'UTC')
            GROUP BY
              bucket,
              integration_id,
              operator_id,
              game_id,
              session_type
            SETTINGS
              do_not_merge_across_partitions_select_final = 1
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
