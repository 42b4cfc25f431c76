INSERT INTO
  closed_sessions_v1 (closing, id, operator_id, game_id, user_id, is_open, bet, win, net_win, amount_due, rounds)
SELECT
  toUInt32(7),
  id,
  operator_id,
  game_id,
  user_id,
  is_open,
  bet,
  win,
  net_win,
  amount_due,
  rounds
FROM
  (
    SELECT
      id,
      operator_id,
      game_id,
      user_id,
      is_open,
      bet,
      win,
      net_win,
      amount_due,
      rounds
    FROM
      sessions_v1 FINAL
    WHERE
      integration_id IN (2)
      AND session_type = 1
      AND created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    SETTINGS
      do_not_merge_across_partitions_select_final = 1
  );

SELECT
  operator_id,
  game_id,
  toInt64(count()) AS sessions,
  toInt64(sum(is_open)) AS open_sessions,
  toInt64(sum(closed.bet)) AS bet,
  toInt64(sum(closed.win)) AS win,
  toInt64(sum(closed.net_win)) AS net_win,
  toInt64(sum(closed.amount_due)) AS amount_due,
  toInt64(sum(closed.rounds)) AS rounds,
  toInt64(uniqExact(user_id)) AS players
FROM
  closed_sessions_v1 AS closed
WHERE
  closing = 7
GROUP BY
  GROUPING SETS ((operator_id, game_id), (operator_id), (game_id), ())
ORDER BY
  operator_id,
  game_id;

SELECT
  id,
  any(operator_id) AS operator_id,
  any(game_id) AS game_id,
  toInt64(sum(s_sessions)) AS sessions,
  toInt64(sum(s_open)) AS open_sessions,
  toInt64(sum(s_bet)) AS bet,
  toInt64(sum(s_win)) AS win,
  toInt64(sum(s_net_win)) AS net_win,
  toInt64(sum(s_amount_due)) AS amount_due,
  toInt64(sum(s_rounds)) AS rounds
FROM
  (
    SELECT
      id,
      operator_id,
      game_id,
      toInt64(-1) AS s_sessions,
      toInt64(-1 * is_open) AS s_open,
      toInt64(-1 * bet) AS s_bet,
      toInt64(-1 * win) AS s_win,
      toInt64(-1 * net_win) AS s_net_win,
      toInt64(-1 * amount_due) AS s_amount_due,
      toInt64(-1 * rounds) AS s_rounds
    FROM
      closed_sessions_v1
    WHERE
      closing = 7
    UNION ALL
    SELECT
      id,
      operator_id,
      game_id,
      toInt64(1) AS s_sessions,
      toInt64(1 * is_open) AS s_open,
      toInt64(1 * bet) AS s_bet,
      toInt64(1 * win) AS s_win,
      toInt64(1 * net_win) AS s_net_win,
      toInt64(1 * amount_due) AS s_amount_due,
      toInt64(1 * rounds) AS s_rounds
    FROM
      sessions_v1 FINAL
    WHERE
      integration_id IN (2)
      AND session_type = 1
      AND created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    SETTINGS
      do_not_merge_across_partitions_select_final = 1
  )
GROUP BY
  id
HAVING
  sessions != 0
  OR open_sessions != 0
  OR bet != 0
  OR win != 0
  OR net_win != 0
  OR amount_due != 0
  OR rounds != 0
ORDER BY
  id;

SELECT
  integration_id,
  formatDateTime(toStartOfMonth(created_at, 'Europe/Rome'), '%Y-%m') AS month,
  toInt64(max(write_number)) AS latest
FROM
  sessions_v1
WHERE
  integration_id IN (1, 2)
  AND write_number > 40
  AND session_type = 1
  AND created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
  AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
GROUP BY
  integration_id,
  month;
