/** The same questions in the SQL of each contender. Sums in cents; days and hours of Rome. */
export type Dialect = 'PostgreSQL' | 'DuckDB' | 'base';

const sums: Record<Dialect, string> = {
  PostgreSQL: `count(*) AS sessions, sum(bet) AS bet, sum(win) AS win, sum(net_win) AS net_win, sum(amount_due) AS amount_due,
    sum(rounds) AS rounds, sum(is_open) AS open, count(DISTINCT user_id) AS players`,
  DuckDB: `count(*) AS sessions, sum(bet) AS bet, sum(win) AS win, sum(net_win) AS net_win, sum(amount_due) AS amount_due,
    sum(rounds) AS rounds, sum(is_open) AS open, count(DISTINCT user_id) AS players`,
  base: `count() AS sessions, sum(bet) AS bet, sum(win) AS win, sum(net_win) AS net_win, sum(amount_due) AS amount_due,
    sum(rounds) AS rounds, sum(is_open) AS open, uniqExact(user_id) AS players`,
};

/** Rows of the base are read through FINAL, as the hub reads them. */
const table: Record<Dialect, string> = {
  PostgreSQL: 'sessions',
  DuckDB: 'sessions',
  base: 'sessions_v1 FINAL',
};

export function instant(dialect: Dialect, ms: number): string {
  if (dialect === 'base') return `fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`;
  return dialect === 'PostgreSQL' ? `to_timestamp(${ms / 1000})` : `make_timestamptz(${ms}::BIGINT * 1000)`;
}

export function bucket(dialect: Dialect, grain: 'hour' | 'day' | 'month'): string {
  if (dialect === 'base') {
    if (grain === 'hour') return "toStartOfHour(created_at, 'UTC')";
    return grain === 'day'
      ? "toDate(created_at, 'Europe/Rome')"
      : "toStartOfMonth(created_at, 'Europe/Rome')";
  }
  return grain === 'hour'
    ? "date_trunc('hour', created_at)"
    : `date_trunc('${grain}', created_at AT TIME ZONE 'Europe/Rome')`;
}

export interface Span {
  from: number;
  to: number;
}

const during = (dialect: Dialect, { from, to }: Span) =>
  `created_at >= ${instant(dialect, from)} AND created_at < ${instant(dialect, to)}`;

/** Sums per bucket and for the whole span, with distinct players of both. */
export function byBucket(dialect: Dialect, span: Span, grain: 'hour' | 'day' | 'month', where = ''): string {
  return `SELECT ${bucket(dialect, grain)} AS b, ${sums[dialect]} FROM ${table[dialect]}
    WHERE ${during(dialect, span)} ${where} GROUP BY GROUPING SETS ((b), ())`.replaceAll(
    'GROUPING SETS ((b), ())',
    dialect === 'PostgreSQL' ? `GROUPING SETS ((${bucket(dialect, grain)}), ())` : 'GROUPING SETS ((b), ())',
  );
}

export function byMonthAndGame(dialect: Dialect, span: Span): string {
  return `SELECT ${bucket(dialect, 'month')} AS b, game_id, ${sums[dialect]} FROM ${table[dialect]}
    WHERE ${during(dialect, span)} GROUP BY 1, 2`;
}

/** The report tree: everything, per integration, per operator, per game of an operator. */
export function tree(dialect: Dialect, span: Span): string {
  return `SELECT integration_id, operator_id, game_id, ${sums[dialect]} FROM ${table[dialect]}
    WHERE ${during(dialect, span)} AND session_type = 1
    GROUP BY GROUPING SETS ((), (integration_id), (integration_id, operator_id),
      (integration_id, operator_id, game_id))`;
}

export const listWhere = (dialect: Dialect, span: Span, minBet: number): string =>
  `integration_id IN (1, 3) AND bet >= ${minBet} AND bet <= 500000 AND win >= 100 AND win <= 900000
   AND rounds > 0 AND ${during(dialect, span)}`;

export function listPage(dialect: Dialect, where: string, page: number): string {
  return `SELECT * FROM ${table[dialect]} WHERE ${where} ORDER BY updated_at DESC, id LIMIT 14 OFFSET ${(page - 1) * 14}`;
}
export const listCount = (dialect: Dialect, where: string): string =>
  `SELECT count(*) AS n FROM ${table[dialect]} WHERE ${where}`;
