-- Cells of a bucket that is refreshed no more are merged within the hour: FINAL then reads one part instead of many.
ALTER TABLE cube_day_v1 MODIFY SETTING min_age_to_force_merge_seconds = 3600
