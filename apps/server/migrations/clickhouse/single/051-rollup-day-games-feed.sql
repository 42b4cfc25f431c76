CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_day_games_feed_v1 TO rollup_day_games_v1 AS
SELECT level, bucket, integration_id, operator_id, game_id, session_type, sessions, open, zero_round, open_zero_round, bet, win, net_win, amount_due, rounds, players, player_bitmap, version
FROM rollup_day_input_v1 WHERE level = 4 AND session_type > 0
