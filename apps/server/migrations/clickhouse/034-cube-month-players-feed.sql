CREATE MATERIALIZED VIEW IF NOT EXISTS cube_month_players_feed_v1 TO cube_month_players_v1 AS
SELECT lvl, b, integration_id, operator_id, game_id, session_type, pb, ver FROM cube_month_input_v1 WHERE session_type > 0
