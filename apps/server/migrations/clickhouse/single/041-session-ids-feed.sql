CREATE MATERIALIZED VIEW IF NOT EXISTS session_ids_feed_v1 TO session_ids_v1 AS
SELECT
  arrayJoin(arrayConcat(
    [toUInt32(cityHash64(id))],
    arrayMap(text -> toUInt32(cityHash64(text)), arrayFilter(text -> text != '', [session_id, ext_session_id, ext_ticket_id]))
  )) AS id_hash,
  integration_id, toDateTime(created_at, 'UTC') AS created_second
FROM sessions_v1
