import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { dayAfter, monthAfter, startOfRomeDay, startOfRomeMonth } from '../../infra/clock/index.ts';
import type { DirtyBucket, DirtyBuckets } from './dirty-buckets.repo.ts';
import {
  dimensionColumns,
  dimensionsOf,
  type Grain,
  gameDaysTable,
  grains,
  inputColumns,
  type Level,
  levels,
  measures,
  players,
  rollupTable,
  storedTypes,
} from './rollup.schema.ts';
import { currentSessions, instantSql } from './sessions.clickhouse.ts';

/** Where cells are computed from: the sessions, or, for months, the cells of their days, which must be clean. */
type CellSource = 'sessions' | 'days';

/**
 * Computes all cells of a grain for a half-open range of whole buckets: the columns of the rollup's input but the version.
 */
export function cellsSql(
  grain: Grain,
  fromMs: number,
  toMs: number,
  source: CellSource = 'sessions',
): string {
  const own = levels
    .map(({ hasHours }, index) => ({ level: index as Level, isKept: grain !== 'hour' || hasHours }))
    .filter(({ isKept }) => isKept)
    .map(({ level }) => ({
      level,
      columns: dimensionsOf(level).map((dimension): string => dimensionColumns[dimension]),
    }));
  const allColumns = Object.values(dimensionColumns);
  const used = allColumns.filter((name) => own.some(({ columns }) => columns.includes(name)));
  const keys = ['bucket', ...used, 'session_type'];
  const groupingSets = own
    .flatMap(({ columns }) => [
      ['bucket', ...columns],
      ['bucket', ...columns, 'session_type'],
    ])
    .map((set) => `(${set.join(', ')})`);
  // grouping() returns one bit per dimension, the first one highest; 1 where the row does not have it.
  const groupingBits = own.map(({ columns }) =>
    used.reduce((bits, name) => bits * 2 + (columns.includes(name) ? 0 : 1), 0),
  );
  const levelSql = `transform(grouping_bits, [${groupingBits.join(', ')}], [${own.map(({ level }) => level).join(', ')}], 255)`;
  return `SELECT ${levelSql} AS level,
      bucket, ${allColumns.map((name) => (used.includes(name) ? name : `0 AS ${name}`)).join(', ')}, session_type,
      ${measures.map(({ column }) => `total_${column}`).join(', ')},
      finalizeAggregation(total_bitmap) AS total_players, total_bitmap
    FROM (
      SELECT ${keys.join(', ')}, grouping(${used.join(', ')}) AS grouping_bits,
        ${measures.map(({ column }) => `sum(part_${column}) AS total_${column}`).join(', ')},
        groupBitmapMergeState(part_bitmap) AS total_bitmap
      FROM (${source === 'days' ? finestFromDays(keys, fromMs, toMs) : finestFromSessions(grain, keys, fromMs, toMs)})
      GROUP BY GROUPING SETS (${groupingSets.join(', ')})
    )`;
}

function finestFromSessions(grain: Grain, keys: readonly string[], fromMs: number, toMs: number): string {
  const [bucket, ...others] = keys;
  // Aliases differ from the columns' names: the next expression would take the alias for the column.
  return currentSessions(
    `${grains[grain].bucketOf('created_at')} AS ${bucket}, ${others.join(', ')},
     ${measures.map(({ column, fromSessions }) => `${fromSessions} AS part_${column}`).join(', ')},
     ${players.bitmap.fromSessions} AS part_bitmap`,
    `created_at >= ${instantSql(fromMs)} AND created_at < ${instantSql(toMs)}`,
    `GROUP BY ${keys.join(', ')}`,
  );
}

/** Sums and bitmaps of days are in two tables, and are brought together by their keys. */
function finestFromDays(keys: readonly string[], fromMs: number, toMs: number): string {
  const [bucket, ...others] = keys;
  const day = grains.day.bucketOf;
  const from = (kind: 'sums' | 'players', columns: readonly string[]) =>
    `SELECT bucket AS day, ${others.join(', ')}, ${columns.join(', ')} FROM ${rollupTable('day', kind)} FINAL
      WHERE level = ${levels.length - 1} AND session_type IN (${storedTypes})
        AND bucket >= ${day(instantSql(fromMs))} AND bucket < ${day(instantSql(toMs))}`;
  const sums = from('sums', [
    ...measures.map(({ column }) => `${column} AS day_${column}`),
    "arrayReduce('groupBitmapState', emptyArrayUInt32()) AS day_bitmap",
  ]);
  const bitmaps = from('players', [
    ...measures.map(({ column }) => `0 AS day_${column}`),
    `${players.bitmap.column} AS day_bitmap`,
  ]);
  return `SELECT toStartOfMonth(day) AS ${bucket}, ${others.join(', ')},
      ${measures.map(({ column }) => `sum(day_${column}) AS part_${column}`).join(', ')},
      groupBitmapMergeState(day_bitmap) AS part_bitmap
    FROM (${sums} UNION ALL ${bitmaps})
    GROUP BY ${keys.join(', ')}`;
}

/**
 * The statement that computes all cells of a grain for a half-open range of whole buckets and stores them. It can run any
 * number of times: the highest version of a cell counts. Cells never vanish, because the fields that decide in which cell
 * a session lies never change.
 * @param version a lower bound: the cells get a version above every stored one, also where PostgreSQL, which counts them,
 * was restored to an earlier time
 */
export function refreshSql(grain: Grain, fromMs: number, toMs: number, version: string): string {
  const { bucketOf } = grains[grain];
  // Cells grow slower than sessions. A month of 0.1, 1 and 10 million sessions has 55,000, 195,000 and 341,000 finest cells of
  // days, and takes 84, 257 and 621 ms from them instead of 44, 188 and 1,290 ms from its sessions: as fetches go on, the
  // dearest case counts.
  const source = grain === 'month' ? 'days' : 'sessions';
  // The columns are named: a later release may have added some. Each bucket with sessions has a cell of level 0, which every
  // refresh writes with its version.
  return `INSERT INTO ${rollupTable(grain, 'input')} (${inputColumns.join(', ')})
    SELECT *, greatest(toUInt64(${version}), (
        SELECT max(version) + 1 FROM ${rollupTable(grain, 'sums')}
        WHERE level = 0 AND session_type = 0
          AND bucket >= ${bucketOf(instantSql(fromMs))} AND bucket < ${bucketOf(instantSql(toMs))}
      ))
    FROM (${cellsSql(grain, fromMs, toMs, source)})`;
}

/** Receives how many of all buckets have been computed. */
export type RebuildProgress = (done: number, all: number) => void;

/** Most days that one statement refreshes; more would only need more memory. */
const maxDaysPerStatement = 31;

/**
 * Recomputes the cells of dirty buckets and clears these. Consecutive days are computed together. Months come after days,
 * of which they are made; of a month, all dirty days must be among the buckets.
 * @param reportProgress called with how many of the buckets are clean
 */
export async function refreshBuckets(
  clickhouse: ClickHouse,
  dirtyBuckets: DirtyBuckets,
  refreshable: readonly DirtyBucket[],
  reportProgress: RebuildProgress = () => {},
): Promise<void> {
  let done = 0;
  const clear = async (buckets: readonly DirtyBucket[]) => {
    await dirtyBuckets.clear(buckets);
    done += buckets.length;
    reportProgress(done, refreshable.length);
  };
  const version = await dirtyBuckets.nextDataVersion();
  const refresh = (grain: Grain, from: Date, to: Date) =>
    clickhouse.command(refreshSql(grain, from.getTime(), to.getTime(), version), {
      label: `session-store.refresh.${grain}`,
      settings: { async_insert: 0 },
    });
  for (const group of groupConsecutiveDays(refreshable.filter(({ grain }) => grain === 'day'))) {
    const first = group[0]?.bucket ?? '';
    const from = startOfRomeDay(first);
    const to = startOfRomeDay(dayAfter(group.at(-1)?.bucket ?? first));
    await refresh('hour', from, to);
    await refresh('day', from, to);
    await clear(group);
  }
  for (const month of refreshable.filter(({ grain }) => grain === 'month')) {
    await refresh('month', startOfRomeMonth(month.bucket), startOfRomeMonth(monthAfter(month.bucket)));
    await clear([month]);
  }
}

function groupConsecutiveDays(days: readonly DirtyBucket[]): DirtyBucket[][] {
  const groups: DirtyBucket[][] = [];
  for (const day of days) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && group.length < maxDaysPerStatement && dayAfter(last.bucket) === day.bucket) {
      group.push(day);
    } else groups.push([day]);
  }
  return groups;
}

/** The Rome days in which sessions were created, with the latest change of any of them (epoch ms), from the base. */
export async function findDaysWithSessions(clickhouse: ClickHouse): Promise<Map<string, number>> {
  const rows = await clickhouse.rows<{ day: string; latest: string }>(
    `SELECT toDate(created_at, 'Europe/Rome') AS day, max(toUnixTimestamp64Milli(updated_at)) AS latest
     FROM sessions_v1 GROUP BY day ORDER BY day`,
    { label: 'session-store.days', timeoutMs: 300_000 },
  );
  return new Map(rows.map(({ day, latest }) => [day, Number(latest)]));
}

/** Empties the rollup. Only while every bucket is dirty, so that no query reads the empty rollup. */
export async function emptyRollup(clickhouse: ClickHouse): Promise<void> {
  for (const grain of Object.keys(grains) as Grain[]) {
    for (const kind of ['sums', 'players'] as const) {
      await clickhouse.truncateTable(rollupTable(grain, kind), { label: 'session-store.rebuild' });
    }
  }
  await clickhouse.truncateTable(gameDaysTable, { label: 'session-store.rebuild' });
}
