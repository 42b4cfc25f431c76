CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_hour_players_feed_v1 {on_cluster} TO rollup_hour_players_v1_local AS
SELECT level, bucket, integration_id, operator_id, game_id, session_type, player_bitmap, version
FROM rollup_hour_input_v1_local WHERE session_type > 0
