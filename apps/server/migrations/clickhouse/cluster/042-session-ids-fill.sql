-- The sessions from before the feed: a minute for fifty million. Rows that the feed has written meanwhile become one with these.
INSERT INTO session_ids_v1 (id_hash, integration_id, created_second)
SELECT
  arrayJoin(arrayConcat(
    [toUInt32(cityHash64(id))],
    arrayMap(text -> toUInt32(cityHash64(text)), arrayFilter(text -> text != '', [session_id, ext_session_id, ext_ticket_id]))
  )) AS id_hash,
  integration_id, toDateTime(created_at, 'UTC') AS created_second
FROM sessions_v1
