-- One row, on the first shard.
CREATE TABLE IF NOT EXISTS store_identity_v1 {on_cluster} AS store_identity_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'store_identity_v1_local', 0)
