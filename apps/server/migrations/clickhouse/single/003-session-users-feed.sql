CREATE MATERIALIZED VIEW IF NOT EXISTS session_users_feed_v1 TO session_users_v1 AS
SELECT user_id, created_at, integration_id, cityHash64(id) AS id_hash FROM sessions_v1
