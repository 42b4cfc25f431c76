CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_hour_feed_v1 {on_cluster} TO rollup_hour_v1_local AS
SELECT level, bucket, integration_id, operator_id, game_id, session_type, sessions, open, zero_round, open_zero_round, bet, win, net_win, amount_due, rounds, players, version
FROM rollup_hour_input_v1_local
