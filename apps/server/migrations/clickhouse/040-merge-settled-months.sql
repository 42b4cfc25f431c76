-- A month that nobody has fetched into for an hour becomes one part: FINAL then has nothing to put together in it.
ALTER TABLE sessions_v1 MODIFY SETTING min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1
