-- Each shard has the time of its own latest write; readers take the greatest.
CREATE TABLE IF NOT EXISTS store_writes_v1 {on_cluster} AS store_writes_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'store_writes_v1_local', 0)
