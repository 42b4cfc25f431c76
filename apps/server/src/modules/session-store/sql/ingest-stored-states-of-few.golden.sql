SELECT
  created_at,
  updated_at,
  bet,
  win,
  net_win,
  amount_due,
  user_id,
  rounds,
  operator_id,
  game_id,
  session_type,
  is_open,
  is_mobile,
  session_id,
  ext_session_id,
  ext_ticket_id
FROM
  sessions_v1
WHERE
  integration_id = {integration:UInt16}
  AND id IN (toUUID('44f4f090-2038-8620-8fdd-e8b2dc0bb965'), toUUID('c97fa8cb-3d56-8ee9-b3be-a2670692ca1c'));
