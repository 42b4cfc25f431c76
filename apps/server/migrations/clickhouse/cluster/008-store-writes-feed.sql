CREATE MATERIALIZED VIEW IF NOT EXISTS store_writes_feed_v1 {on_cluster} TO store_writes_v1_local AS
SELECT max(fetched_at) AS written_at FROM sessions_v1_local
