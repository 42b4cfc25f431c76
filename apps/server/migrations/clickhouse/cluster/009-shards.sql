-- On the first shard.
CREATE TABLE IF NOT EXISTS shards {on_cluster} AS shards_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'shards_local', 0)
