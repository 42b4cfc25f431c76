import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import { dayAfter, monthAfter, startOfRomeDay, startOfRomeMonth } from '../../platform/clock/index.ts';
import { at, currentSessions } from './sessions.books.ts';
import type { StaleBucket, StaleBuckets } from './stale-buckets.repo.ts';

export type CubeGrain = 'hour' | 'day' | 'month';

/** Dimensions of each level of the cube; hours hold the first three levels only. */
const levels = [
  [],
  ['integration_id'],
  ['integration_id', 'operator_id'],
  ['game_id'],
  ['integration_id', 'game_id'],
  ['integration_id', 'operator_id', 'game_id'],
] as const;

const bucketSql: Record<CubeGrain, string> = {
  hour: "toStartOfHour(created_at, 'UTC')",
  day: "toDate(created_at, 'Europe/Rome')",
  month: "toStartOfMonth(created_at, 'Europe/Rome')",
};

const sums = ['sessions', 'open', 'idle', 'open_idle', 'bet', 'win', 'net', 'due', 'rounds'];

/**
 * The statement that computes all cells of a grain for sessions created in a half-open stretch of whole buckets. It can
 * run any number of times: the newest version of a cell counts. Cells never vanish, because nothing that decides in
 * which cell a session lies ever changes.
 */
export function refreshSql(grain: CubeGrain, fromMs: number, toMs: number, version: string): string {
  const own = grain === 'hour' ? levels.slice(0, 3) : levels;
  const dimensions = ['integration_id', 'operator_id', ...(grain === 'hour' ? [] : ['game_id'])];
  const sets = own
    .flatMap((level) => [
      ['b', ...level],
      ['b', ...level, 'session_type'],
    ])
    .map((set) => `(${set.join(', ')})`);
  // grouping() answers one bit per dimension, the first one highest; 1 where the row has it not.
  const marks = own.map((level) =>
    dimensions.reduce((bits, name) => bits * 2 + ((level as readonly string[]).includes(name) ? 0 : 1), 0),
  );
  const keys = `b, ${dimensions.join(', ')}, session_type`;
  const leaves = currentSessions(
    `${bucketSql[grain]} AS b, ${dimensions.join(', ')}, session_type, count() AS n_sessions,
     sum(is_open) AS n_open, countIf(rounds = 0) AS n_idle, countIf(rounds = 0 AND is_open = 1) AS n_open_idle,
     sum(bet) AS n_bet, sum(win) AS n_win, sum(net) AS n_net, sum(due) AS n_due, sum(rounds) AS n_rounds,
     groupBitmapState(user_id) AS pb`,
    `created_at >= ${at(fromMs)} AND created_at < ${at(toMs)}`,
    `GROUP BY ${keys}`,
  );
  return `INSERT INTO cube_${grain}_input_v1
    SELECT transform(dims, [${marks.join(', ')}], [${marks.map((_, level) => level).join(', ')}], 255) AS lvl,
      b, integration_id, operator_id, ${grain === 'hour' ? '0' : 'game_id'}, session_type,
      ${sums.map((sum) => `t_${sum}`).join(', ')}, finalizeAggregation(t_pb), t_pb, toUInt64(${version})
    FROM (
      SELECT ${keys}, grouping(${dimensions.join(', ')}) AS dims,
        ${sums.map((sum) => `sum(n_${sum}) AS t_${sum}`).join(', ')}, groupBitmapMergeState(pb) AS t_pb
      FROM (${leaves})
      GROUP BY GROUPING SETS (${sets.join(', ')})
    )`;
}

/** Days that are refreshed by one statement at most; more would only need more memory. */
const daysAtOnce = 31;

/**
 * Recomputes the cube's cells of taken marks and clears those marks. Neighbouring days are computed together. Months
 * come after days, so that most questions find a clean cube early.
 */
export async function refreshBuckets(
  clickhouse: ClickHouse,
  stale: StaleBuckets,
  taken: readonly StaleBucket[],
): Promise<void> {
  const version = await stale.nextGeneration();
  const run = (grain: CubeGrain, from: Date, to: Date) =>
    clickhouse.command(refreshSql(grain, from.getTime(), to.getTime(), version), {
      label: `books.refresh.${grain}`,
      settings: { async_insert: 0 },
    });
  for (const group of neighbours(taken.filter(({ grain }) => grain === 'day'))) {
    const first = group[0]?.bucket ?? '';
    const from = startOfRomeDay(first);
    const to = startOfRomeDay(dayAfter(group.at(-1)?.bucket ?? first));
    await run('hour', from, to);
    await run('day', from, to);
    await stale.clear(group);
  }
  for (const month of taken.filter(({ grain }) => grain === 'month')) {
    await run('month', startOfRomeMonth(month.bucket), startOfRomeMonth(monthAfter(month.bucket)));
    await stale.clear([month]);
  }
}

function neighbours(days: readonly StaleBucket[]): StaleBucket[][] {
  const groups: StaleBucket[][] = [];
  for (const day of days) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && group.length < daysAtOnce && dayAfter(last.bucket) === day.bucket) group.push(day);
    else groups.push([day]);
  }
  return groups;
}

/** The Rome days in which sessions were created, with the latest change of any of them (epoch ms), from the base. */
export async function daysWithSessions(clickhouse: ClickHouse): Promise<Map<string, number>> {
  const rows = await clickhouse.rows<{ day: string; latest: string }>(
    `SELECT toDate(created_at, 'Europe/Rome') AS day, max(toUnixTimestamp64Milli(updated_at)) AS latest
     FROM sessions_v1 GROUP BY day ORDER BY day`,
    { label: 'books.days', timeoutMs: 300_000 },
  );
  return new Map(rows.map(({ day, latest }) => [day, Number(latest)]));
}

/** Empties the cube. Only while every bucket is marked stale: the planner must not ask an empty cube. */
export async function emptyCube(clickhouse: ClickHouse): Promise<void> {
  for (const grain of ['hour', 'day', 'month']) {
    for (const table of [`cube_${grain}_v1`, `cube_${grain}_players_v1`]) {
      await clickhouse.command(`TRUNCATE TABLE ${table}`, { label: 'books.rebuild' });
    }
  }
}
