-- A row may be on any shard, and on two: look-ups ask all of them which sessions there are, and what they give is a set.
CREATE TABLE IF NOT EXISTS session_ids_v1 {on_cluster} AS session_ids_v1_local
ENGINE = Distributed('{cluster}', currentDatabase(), 'session_ids_v1_local', id_hash)
