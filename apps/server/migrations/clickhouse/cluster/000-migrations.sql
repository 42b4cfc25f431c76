-- Reads the migrations of all shards.
CREATE TABLE IF NOT EXISTS migrations {on_cluster} AS migrations_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'migrations_local', cityHash64(name))
