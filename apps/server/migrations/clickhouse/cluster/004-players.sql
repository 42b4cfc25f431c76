-- A player is on the shard of its user id.
CREATE TABLE IF NOT EXISTS players_v1 {on_cluster} AS players_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'players_v1_local', cityHash64(integration_id, user_id))
