CREATE MATERIALIZED VIEW IF NOT EXISTS cube_day_players_feed_v1 TO cube_day_players_v1 AS
SELECT lvl, b, integration_id, operator_id, game_id, session_type, pb, ver FROM cube_day_input_v1 WHERE session_type > 0
