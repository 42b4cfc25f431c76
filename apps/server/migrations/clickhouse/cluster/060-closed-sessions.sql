-- On the shard of the session that it is a copy of.
CREATE TABLE IF NOT EXISTS closed_sessions_v1 {on_cluster} AS closed_sessions_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'closed_sessions_v1_local', cityHash64(id))
