CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_hour_feed_v1 TO rollup_hour_v1 AS
SELECT * EXCEPT player_bitmap FROM rollup_hour_input_v1
