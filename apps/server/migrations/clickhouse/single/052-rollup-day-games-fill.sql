-- The cells from before the feed. Rows that it has written meanwhile become one with these.
INSERT INTO rollup_day_games_v1 (level, bucket, integration_id, operator_id, game_id, session_type, sessions, open, zero_round, open_zero_round, bet, win, net_win, amount_due, rounds, players, player_bitmap, version)
SELECT level, bucket, integration_id, operator_id, game_id, session_type, sessions, open, zero_round, open_zero_round, bet, win, net_win, amount_due, rounds, players, player_bitmap, version
FROM (SELECT level, bucket, integration_id, operator_id, game_id, session_type, player_bitmap FROM rollup_day_players_v1 FINAL WHERE level = 4 AND session_type > 0) AS bitmaps
GLOBAL INNER JOIN (SELECT level, bucket, integration_id, operator_id, game_id, session_type, sessions, open, zero_round, open_zero_round, bet, win, net_win, amount_due, rounds, players, version FROM rollup_day_v1 FINAL WHERE level = 4 AND session_type > 0) AS cells
USING (level, bucket, integration_id, operator_id, game_id, session_type)
