CREATE MATERIALIZED VIEW IF NOT EXISTS cube_month_feed_v1 TO cube_month_v1 AS
SELECT * EXCEPT pb FROM cube_month_input_v1
