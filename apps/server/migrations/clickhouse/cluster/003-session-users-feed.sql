CREATE MATERIALIZED VIEW IF NOT EXISTS session_users_feed_v1 {on_cluster} TO session_users_v1_local AS
SELECT user_id, created_at, integration_id, cityHash64(id) AS id_hash FROM sessions_v1_local
