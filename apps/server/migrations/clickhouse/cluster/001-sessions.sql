-- All states of a session are on the shard of its id, so that each shard finds the latest ones by itself.
CREATE TABLE IF NOT EXISTS sessions_v1 {on_cluster} AS sessions_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'sessions_v1_local', cityHash64(id))
