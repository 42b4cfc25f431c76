CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_month_players_feed_v1 TO rollup_month_players_v1 AS
SELECT level, bucket, integration_id, operator_id, game_id, session_type, player_bitmap, version
FROM rollup_month_input_v1 WHERE session_type > 0
