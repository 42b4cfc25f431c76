CREATE MATERIALIZED VIEW IF NOT EXISTS cube_hour_feed_v1 TO cube_hour_v1 AS
SELECT * EXCEPT pb FROM cube_hour_input_v1
