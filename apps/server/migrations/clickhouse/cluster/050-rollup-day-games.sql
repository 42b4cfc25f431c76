-- A cell is on one shard: its players are counted over all sessions, and counts of parts of them would not add up.
CREATE TABLE IF NOT EXISTS rollup_day_games_v1 {on_cluster} AS rollup_day_games_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'rollup_day_games_v1_local', cityHash64(bucket, integration_id, operator_id, game_id))
