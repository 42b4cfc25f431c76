SELECT
  toInt64(integration_id),
  toInt64(0),
  toInt64(game_id),
  toInt64(
    least(
      9e18,
      sumIf (
        toFloat64(bet) * toFloat64(bet) / rounds,
        created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
        AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
      )
    )
  ),
  toInt64(
    least(
      9e18,
      sumIf (
        toFloat64(bet) * toFloat64(bet) / rounds,
        toUnixTimestamp64Milli(created_at) >= transform(game_id, [3, 4], [1790805600000, 1790892000000], 1793487600000)
        AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
      )
    )
  ),
  toInt64(
    countIf (
      toUnixTimestamp64Milli(created_at) >= transform(game_id, [3, 4], [1790805600000, 1790892000000], 1793487600000)
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    )
  ),
  toInt64(
    sumIf (
      rounds,
      toUnixTimestamp64Milli(created_at) >= transform(game_id, [3, 4], [1790805600000, 1790892000000], 1793487600000)
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    )
  ),
  toInt64(
    least(
      9e18,
      10000 * sumIf (
        rounds * toFloat64(win) / toFloat64(bet),
        toUnixTimestamp64Milli(created_at) >= transform(game_id, [3, 4], [1790805600000, 1790892000000], 1793487600000)
        AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
      )
    )
  ),
  toInt64(
    least(
      9e18,
      10000 * sumIf (
        rounds * pow(toFloat64(win) / toFloat64(bet), 2),
        toUnixTimestamp64Milli(created_at) >= transform(game_id, [3, 4], [1790805600000, 1790892000000], 1793487600000)
        AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
      )
    )
  )
FROM
  sessions_v1 FINAL
WHERE
  session_type = 1
  AND bet > 0
  AND rounds > 0
  AND (
    (
      created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    )
    OR (
      toUnixTimestamp64Milli(created_at) >= transform(game_id, [3, 4], [1790805600000, 1790892000000], 1793487600000)
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    )
  )
  AND integration_id IN (2)
  AND game_id IN (3, 4)
GROUP BY
  integration_id,
  game_id
SETTINGS
  do_not_merge_across_partitions_select_final = 1;

SELECT
  toInt64(integration_id),
  toInt64(operator_id),
  toInt64(game_id),
  toInt64(
    least(
      9e18,
      sumIf (
        toFloat64(bet) * toFloat64(bet) / rounds,
        created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
        AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
      )
    )
  ),
  toInt64(
    countIf (
      created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    )
  ),
  toInt64(
    sumIf (
      rounds,
      created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    )
  ),
  toInt64(
    least(
      9e18,
      10000 * sumIf (
        rounds * toFloat64(win) / toFloat64(bet),
        created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
        AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
      )
    )
  ),
  toInt64(
    least(
      9e18,
      10000 * sumIf (
        rounds * pow(toFloat64(win) / toFloat64(bet), 2),
        created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
        AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
      )
    )
  )
FROM
  sessions_v1 FINAL
WHERE
  session_type = 1
  AND bet > 0
  AND rounds > 0
  AND (
    (
      created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
      AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
    )
  )
  AND integration_id IN (2)
  AND game_id IN (3)
GROUP BY
  integration_id,
  game_id,
  operator_id
SETTINGS
  do_not_merge_across_partitions_select_final = 1;

SELECT
  toInt64(integration_id),
  toInt64(toYYYYMMDD(created_at, 'Europe/Rome')) AS day_key,
  toInt64(least(9e18, sum(toFloat64(bet) * toFloat64(bet) / rounds)))
FROM
  sessions_v1 FINAL
WHERE
  session_type = 1
  AND bet > 0
  AND rounds > 0
  AND created_at >= fromUnixTimestamp64Milli(toInt64(1790805600000), 'UTC')
  AND created_at < fromUnixTimestamp64Milli(toInt64(1793487600000), 'UTC')
  AND game_id IN (3)
GROUP BY
  integration_id,
  day_key
SETTINGS
  do_not_merge_across_partitions_select_final = 1;
