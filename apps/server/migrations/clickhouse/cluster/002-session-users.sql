-- Rows are on the shard of their session: the feed of each shard writes them.
CREATE TABLE IF NOT EXISTS session_users_v1 {on_cluster} AS session_users_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'session_users_v1_local', id_hash)
