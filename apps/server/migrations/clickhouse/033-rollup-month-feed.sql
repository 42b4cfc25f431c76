CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_month_feed_v1 TO rollup_month_v1 AS
SELECT * EXCEPT player_bitmap FROM rollup_month_input_v1
