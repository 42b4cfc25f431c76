-- The coverage of an integration is on one shard.
CREATE TABLE IF NOT EXISTS fetch_coverage_v1 {on_cluster} AS fetch_coverage_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'fetch_coverage_v1_local', integration_id)
