SELECT
  session_id,
  ext_ticket_id,
  integration_id,
  operator_id,
  game_id,
  user_id,
  session_type,
  is_open,
  bet,
  win,
  net_win,
  amount_due,
  rounds,
  created_at,
  updated_at
FROM
  sessions_v1 FINAL
WHERE
  _partition_id >= '202610'
  AND _partition_id < '202611'
  AND integration_id IN (1, 3)
  AND operator_id IN (10)
  AND game_id IN (7)
  AND session_type = 1
  AND is_open = 0
  AND rounds > 0
  AND bet >= 100
  AND bet <= 500000
  AND win >= 1
  AND bet - win <= -1
ORDER BY
  bet ASC,
  id
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
