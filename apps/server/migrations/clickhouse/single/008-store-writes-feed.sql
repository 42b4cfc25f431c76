CREATE MATERIALIZED VIEW IF NOT EXISTS store_writes_feed_v1 TO store_writes_v1 AS
SELECT max(fetched_at) AS written_at FROM sessions_v1
