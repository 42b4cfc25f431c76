SELECT
  toDate(created_at, 'Europe/Rome') AS day,
  max(toUnixTimestamp64Milli(updated_at)) AS latest
FROM
  sessions_v1
GROUP BY
  day
ORDER BY
  day;

TRUNCATE TABLE rollup_hour_v1;

TRUNCATE TABLE rollup_hour_players_v1;

TRUNCATE TABLE rollup_day_v1;

TRUNCATE TABLE rollup_day_players_v1;

TRUNCATE TABLE rollup_month_v1;

TRUNCATE TABLE rollup_month_players_v1;

TRUNCATE TABLE rollup_day_games_v1;
