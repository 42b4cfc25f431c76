SELECT
  id AS i,
  operator_id AS o,
  game_id AS g,
  user_id AS u,
  session_type AS t,
  toUnixTimestamp64Milli(created_at) AS c,
  toUnixTimestamp64Milli(updated_at) AS v,
  concat(
    toString(is_open),
    '|',
    toString(rounds),
    '|',
    toString(bet),
    '|',
    toString(win),
    '|',
    toString(net_win),
    '|',
    toString(amount_due),
    '|',
    toString(is_mobile),
    '|',
    ext_session_id,
    '|',
    ext_ticket_id
  ) AS x
FROM
  sessions_v1
WHERE
  integration_id = {integration:UInt16}
  AND id IN (toUUID('44f4f090-2038-8620-8fdd-e8b2dc0bb965'), toUUID('c97fa8cb-3d56-8ee9-b3be-a2670692ca1c'));
