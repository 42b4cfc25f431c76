import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import { monthAfter, startOfRomeMonth } from '../../../infra/clock/index.ts';
import { cellsSql } from '../rollup.clickhouse.ts';
import { cellKey, type Grain, grains, measures, players, rollupTable } from '../rollup.schema.ts';
import { instantSql } from '../sessions.clickhouse.ts';

/** Buckets whose stored cells are not those that their sessions give. */
export interface DifferingBuckets {
  /** Rome days, YYYY-MM-DD. */
  days: Set<string>;
  /** First days of months. */
  months: Set<string>;
}

/** The first days of the Rome months that have sessions or cells, in order. */
export async function findMonths(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.rows<{ month: string }>(
    `SELECT DISTINCT toStartOfMonth(created_at, 'Europe/Rome') AS month FROM sessions_v1
     UNION DISTINCT SELECT DISTINCT toStartOfMonth(bucket) AS month FROM ${rollupTable('day', 'sums')}
     UNION DISTINCT SELECT DISTINCT bucket AS month FROM ${rollupTable('month', 'sums')}
     ORDER BY month`,
    { label: 'session-store.verify.months', timeoutMs: 300_000 },
  );
  return rows.map(({ month }) => month);
}

/** Computes every cell of the buckets of a Rome month anew and compares it, players included, with the stored one. */
export async function compareRollup(clickhouse: ClickHouse, month: string): Promise<DifferingBuckets> {
  const from = startOfRomeMonth(month).getTime();
  const to = startOfRomeMonth(monthAfter(month)).getTime();
  const differing: DifferingBuckets = { days: new Set(), months: new Set() };
  for (const grain of Object.keys(grains) as Grain[]) {
    const rows = await clickhouse.rows<{ dirty: string }>(differingSql(grain, from, to), {
      label: `session-store.verify.${grain}`,
      timeoutMs: 600_000,
    });
    for (const { dirty } of rows) differing[grain === 'month' ? 'months' : 'days'].add(dirty);
  }
  return differing;
}

const keys = cellKey.join(', ');
const sums = [...measures, players].map(({ column }) => column);

// An equal cell comes from both sides, any other one from one side only.
function differingSql(grain: Grain, fromMs: number, toMs: number): string {
  const { bucketOf } = grains[grain];
  const range = `bucket >= ${bucketOf(instantSql(fromMs))} AND bucket < ${bucketOf(instantSql(toMs))}`;
  const fresh = `SELECT ${keys}, ${sums.map((column) => `total_${column} AS ${column}`).join(', ')},
      if(session_type = 0, 0, ${playersHash('total_bitmap')}) AS players_hash
    FROM (${cellsSql(grain, fromMs, toMs)})`;
  const stored = `SELECT ${keys}, ${sums.join(', ')}, players_hash
    FROM (SELECT ${keys}, ${sums.join(', ')} FROM ${rollupTable(grain, 'sums')} FINAL WHERE ${range}) AS sums
    LEFT JOIN (
      SELECT ${keys}, ${playersHash(players.bitmap.column)} AS players_hash
      FROM ${rollupTable(grain, 'players')} FINAL WHERE ${range}
    ) AS bitmaps USING (${keys})`;
  const dirtyBucket = grain === 'hour' ? "toDate(bucket, 'Europe/Rome')" : 'bucket';
  return `SELECT DISTINCT ${dirtyBucket} AS dirty FROM (
      SELECT bucket FROM (${fresh} UNION ALL ${stored})
      GROUP BY ${keys}, ${sums.join(', ')}, players_hash
      HAVING count() != 2
    ) ORDER BY dirty`;
}

/** Of small bitmaps the order of the players depends on that of their insertion. */
const playersHash = (bitmap: string) => `cityHash64(arraySort(bitmapToArray(${bitmap})))`;
