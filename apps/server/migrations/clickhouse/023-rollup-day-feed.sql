CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_day_feed_v1 TO rollup_day_v1 AS
SELECT * EXCEPT player_bitmap FROM rollup_day_input_v1
