CREATE MATERIALIZED VIEW IF NOT EXISTS cube_day_feed_v1 TO cube_day_v1 AS
SELECT * EXCEPT pb FROM cube_day_input_v1
