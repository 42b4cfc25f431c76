import type { IntegrationScope } from '../../infra/access/index.ts';
import { zone } from '../../infra/clock/index.ts';
import type { SessionStoreState } from './dirty-buckets.repo.ts';
import type { QueryCachedIntegers } from './result-cache.ts';
import { applyScope } from './row-scope.ts';
import { currentSessions, idList, instantSql } from './sessions.clickhouse.ts';

/** Half-open. Games that the map of starts lacks have no sessions in the window. */
export interface StakeWindow {
  from: Date | ReadonlyMap<number, Date>;
  to: Date;
}

export interface StakeSumsRequest {
  windows: readonly StakeWindow[];
  /** The window whose sessions the deviation is estimated from, by its index. */
  estimatedFrom: number;
  games: readonly number[];
  integrations?: readonly number[] | null | undefined;
  operators?: readonly number[] | null | undefined;
  /** A row for each operator too. */
  byOperator?: boolean;
}

export interface StakeSums {
  integrationId: number;
  /** 0 unless asked for by operator. */
  operatorId: number;
  gameId: number;
  /** Sum of squared stakes by window, in squared cents. */
  stakeSquares: number[];
  /** What the deviation is estimated from: see `DeviationSums` of the contract. */
  deviation: { sessions: number; rounds: number; weightedReturns: number; weightedSquares: number };
}

export interface DailySquaresRequest {
  game: number;
  from: Date;
  to: Date;
  integrations?: readonly number[] | null | undefined;
}

export interface DailyStakeSquares {
  integrationId: number;
  /** 20261025 */
  day: number;
  stakeSquares: number;
}

/*
 * A session has its bet and its rounds, not its stakes: bet² / rounds is the least that the squares of its stakes can add up
 * to, and exact for a flat stake. The rollup has no such column, so these sums read the sessions.
 */
const squares = 'toFloat64(bet) * toFloat64(bet) / rounds';
const played = 'session_type = 1 AND bet > 0 AND rounds > 0';
/** Ratios travel as integers of this many parts. */
const parts = 10_000;

/** A sum as Int64: one beyond its range is held at its edge, far from any amount that can be played. */
const integer = (sum: string) => `toInt64(least(9e18, ${sum}))`;

/** Reads every session of its windows: not for a screen that is always open. */
export interface StakeSumsQueries {
  /** Sums of real sessions by integration and game; there is no row without bets. */
  sum(request: StakeSumsRequest, scope: IntegrationScope, state?: SessionStoreState): Promise<StakeSums[]>;
  /** The squared stakes of one game by integration and Rome day. */
  squaresByDay(
    request: DailySquaresRequest,
    scope: IntegrationScope,
    state?: SessionStoreState,
  ): Promise<DailyStakeSquares[]>;
}

export function createStakeSums(
  queryIntegers: QueryCachedIntegers,
  readState: (given: SessionStoreState | undefined) => Promise<SessionStoreState>,
): StakeSumsQueries {
  return {
    sum: async (request, scope, state) =>
      queryStakeSums(queryIntegers, request, scope, await readState(state)),
    squaresByDay: async (request, scope, state) =>
      queryDailySquares(queryIntegers, request, scope, await readState(state)),
  };
}

async function queryStakeSums(
  queryIntegers: QueryCachedIntegers,
  requested: StakeSumsRequest,
  scope: IntegrationScope,
  state: SessionStoreState,
): Promise<StakeSums[]> {
  const request = applyScope(requested, scope);
  if (request === null || request.games.length === 0 || request.windows.length === 0) return [];
  const conditions = request.windows.map(windowSql);
  const estimated = conditions[request.estimatedFrom] ?? '0';
  const ratio = 'toFloat64(win) / toFloat64(bet)';
  const columns = [
    'toInt64(integration_id)',
    request.byOperator ? 'toInt64(operator_id)' : 'toInt64(0)',
    'toInt64(game_id)',
    ...conditions.map((condition) => integer(`sumIf(${squares}, ${condition})`)),
    `toInt64(countIf(${estimated}))`,
    `toInt64(sumIf(rounds, ${estimated}))`,
    integer(`${parts} * sumIf(rounds * ${ratio}, ${estimated})`),
    integer(`${parts} * sumIf(rounds * pow(${ratio}, 2), ${estimated})`),
  ];
  const where = `${played} AND (${conditions.map((condition) => `(${condition})`).join(' OR ')})${filterSql(request)}`;
  const sql = currentSessions(
    columns.join(', '),
    where,
    `GROUP BY integration_id, game_id${request.byOperator ? ', operator_id' : ''}`,
  );
  const values = await query(queryIntegers, state, sql);
  const rows: StakeSums[] = [];
  for (let start = 0; start < values.length; start += columns.length) {
    const at = (index: number) => Number(values[start + index] ?? 0n);
    const rest = 3 + conditions.length;
    rows.push({
      integrationId: at(0),
      operatorId: at(1),
      gameId: at(2),
      stakeSquares: conditions.map((_condition, index) => at(3 + index)),
      deviation: {
        sessions: at(rest),
        rounds: at(rest + 1),
        weightedReturns: at(rest + 2) / parts,
        weightedSquares: at(rest + 3) / parts,
      },
    });
  }
  return rows;
}

async function queryDailySquares(
  queryIntegers: QueryCachedIntegers,
  requested: DailySquaresRequest,
  scope: IntegrationScope,
  state: SessionStoreState,
): Promise<DailyStakeSquares[]> {
  const request = applyScope(requested, scope);
  if (request === null) return [];
  const { game, from, to } = request;
  const columns = [
    'toInt64(integration_id)',
    `toInt64(toYYYYMMDD(created_at, '${zone}')) AS day_key`,
    integer(`sum(${squares})`),
  ];
  const filter = filterSql({ ...request, games: [game] });
  const where = `${played} AND ${windowSql({ from, to })}${filter}`;
  const sql = currentSessions(columns.join(', '), where, 'GROUP BY integration_id, day_key');
  const values = await query(queryIntegers, state, sql);
  return Array.from({ length: values.length / columns.length }, (_unused, row) => {
    const at = (index: number) => Number(values[row * columns.length + index]);
    return { integrationId: at(0), day: at(1), stakeSquares: at(2) };
  });
}

function query(queryIntegers: QueryCachedIntegers, state: SessionStoreState, sql: string) {
  return queryIntegers(state.dataVersion, sql, {
    timeoutMs: 120_000,
    maxRows: 250_000,
    settings: {},
    label: 'session-store.stakes',
  });
}

function filterSql({
  games,
  integrations,
  operators,
}: Pick<StakeSumsRequest, 'games' | 'integrations' | 'operators'>): string {
  const byIds = (column: string, ids: readonly number[] | null | undefined) =>
    ids && ids.length > 0 ? ` AND ${column} IN ${idList(ids)}` : '';
  return `${byIds('integration_id', integrations)}${byIds('operator_id', operators)} AND game_id IN ${idList(games)}`;
}

function windowSql({ from, to }: StakeWindow): string {
  const end = `created_at < ${instantSql(to.getTime())}`;
  if (from instanceof Date) return `created_at >= ${instantSql(from.getTime())} AND ${end}`;
  const games = [...from.keys()];
  if (games.length === 0) return '0';
  const starts = [...from.values()].map((start) => start.getTime());
  if (starts.some((start) => !Number.isSafeInteger(start))) throw new RangeError('Not an instant');
  const start = `transform(game_id, [${idList(games).slice(1, -1)}], [${starts.join(', ')}], ${to.getTime()})`;
  return `toUnixTimestamp64Milli(created_at) >= ${start} AND ${end}`;
}
