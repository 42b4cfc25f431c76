import type { AggregatesFilter, Period } from './aggregates.types.ts';
import { type Aggregates, noAggregates } from './aggregates.types.ts';
import type { SessionStoreState } from './dirty-buckets.repo.ts';
import type { QueryCachedIntegers } from './result-cache.ts';
import { type MeasureName, measures } from './rollup.schema.ts';
import { applyScope } from './row-scope.ts';
import type { IntegrationScope } from './session-store.types.ts';
import { currentSessions, idList, instantSql } from './sessions.clickhouse.ts';

/** What players can be ranked by: a sum, what follows from two of them, or win by bet. */
export type PlayerFigure = MeasureName | 'grossWin' | 'closed' | 'rtp';

export interface PlayerRankingRequest extends AggregatesFilter {
  period: Period;
  before: Period;
  figure: PlayerFigure;
  /** By the value, of those who played in the period; or by the change whatever its sign, of those of either period. */
  order: 'value' | 'change';
  limit: number;
}

/** A player with the sums of both periods. */
export interface RankedPlayer {
  integrationId: number;
  userId: string;
  now: Aggregates;
  before: Aggregates;
  /** Whether no session of the filter is older than the period. */
  isNew: boolean;
}

export interface PlayerRanking {
  rows: RankedPlayer[];
  /** All players of either period. */
  count: number;
}

export interface PlayerRankingDeps {
  queryIntegers: QueryCachedIntegers;
  readState(given: SessionStoreState | undefined): Promise<SessionStoreState>;
  findUserIds(numbers: Iterable<number>): Promise<Map<number, string>>;
}

/** Reads every session of both periods: the rollup knows players only as bitmaps. */
export type RankPlayers = (
  request: PlayerRankingRequest,
  scope: IntegrationScope,
  state?: SessionStoreState,
) => Promise<PlayerRanking>;

/** The part that a session adds to each measure. */
const ofSession: Record<MeasureName, string> = {
  sessions: '1',
  open: 'is_open',
  zeroRound: 'rounds = 0',
  openZeroRound: 'rounds = 0 AND is_open = 1',
  bet: 'bet',
  win: 'win',
  netWin: 'net_win',
  due: 'amount_due',
  rounds: 'rounds',
};

/** Most rows of players that are known: an id has at most one for each integration. */
const maxKnown = 100_000;

const names = measures.map(({ name }) => name);

function figureSql(figure: PlayerFigure, prefix: 'now' | 'before'): string {
  const of = (name: MeasureName) => `${prefix}_${name}`;
  if (figure === 'grossWin') return `${of('bet')} - ${of('win')}`;
  if (figure === 'closed') return `${of('sessions')} - ${of('open')}`;
  if (figure === 'rtp') return `if(${of('bet')} = 0, NULL, ${of('win')} / ${of('bet')})`;
  return of(figure);
}

function filterSql(filter: AggregatesFilter): string[] {
  const conditions: string[] = [];
  const add = (column: string, ids: readonly number[] | null | undefined) => {
    if (ids && ids.length > 0) conditions.push(`${column} IN ${idList(ids)}`);
  };
  add('integration_id', filter.integrations);
  add('operator_id', filter.operators);
  add('game_id', filter.games);
  if (filter.sessionType) conditions.push(`session_type = ${filter.sessionType}`);
  if (typeof filter.isOpen === 'boolean') conditions.push(`is_open = ${filter.isOpen ? 1 : 0}`);
  return conditions;
}

/** Which of these players have an older session; their keys come from the narrow table of players, not from all sessions. */
function knownSql(
  { period, ...filter }: AggregatesFilter & { period: Period },
  users: readonly number[],
): string {
  const older = `user_id IN ${idList(users)} AND created_at < ${instantSql(period.from.getTime())}`;
  return currentSessions(
    'toInt64(integration_id), toInt64(user_id)',
    [
      `(integration_id, created_at) GLOBAL IN (SELECT integration_id, created_at FROM session_users_v1 WHERE ${older})`,
      older,
      ...filterSql(filter),
    ].join(' AND '),
    'GROUP BY integration_id, user_id',
  );
}

/** Ranks in the engine: a month of a large platform has hundreds of thousands of players, a screen shows a hundred at most. */
function rankingSql({ period, before, figure, order, limit, ...filter }: PlayerRankingRequest): string {
  const within = ({ from, to }: Period) =>
    `(created_at >= ${instantSql(from.getTime())} AND created_at < ${instantSql(to.getTime())})`;
  const conditions = [`(${within(period)} OR ${within(before)})`, ...filterSql(filter)];
  const sums = (prefix: 'now' | 'before', own: Period) =>
    names.map((name) => `sumIf(toInt64(${ofSession[name]}), ${within(own)}) AS ${prefix}_${name}`);
  const players = currentSessions(
    ['integration_id', 'user_id', ...sums('now', period), ...sums('before', before)].join(', '),
    conditions.join(' AND '),
    'GROUP BY integration_id, user_id',
  );
  const columns = [
    'toInt64(integration_id)',
    'toInt64(user_id)',
    'toInt64(count() OVER ())',
    ...(['now', 'before'] as const).flatMap((prefix) => names.map((name) => `${prefix}_${name}`)),
  ];
  const now = figureSql(figure, 'now');
  const rank =
    order === 'value'
      ? `now_sessions > 0 DESC, ${now} DESC NULLS LAST`
      : `abs((${now}) - (${figureSql(figure, 'before')})) DESC NULLS LAST`;
  return `SELECT ${columns.join(', ')} FROM (${players}) ORDER BY ${rank}, integration_id, user_id LIMIT ${limit}`;
}

export function createPlayerRanking({
  queryIntegers,
  readState,
  findUserIds,
}: PlayerRankingDeps): RankPlayers {
  async function findKnown(dataVersion: string, request: PlayerRankingRequest, users: readonly number[]) {
    const values = await queryIntegers(dataVersion, knownSql(request, users), {
      timeoutMs: 60_000,
      // An id may be one of several integrations.
      maxRows: maxKnown,
      settings: { use_skip_indexes: 0 },
      label: 'session-store.players.known',
    });
    const known = new Set<string>();
    for (let at = 0; at < values.length; at += 2) known.add(`${values[at]} ${values[at + 1]}`);
    return known;
  }

  return async (requested, scope, state) => {
    const request = applyScope(requested, scope);
    if (request === null) return { rows: [], count: 0 };
    const { dataVersion } = await readState(state);
    const values = await queryIntegers(dataVersion, rankingSql(request), {
      timeoutMs: 120_000,
      maxRows: request.limit,
      settings: {},
      label: 'session-store.players.rank',
    });
    const width = 3 + 2 * names.length;
    const sumsAt = (start: number): Aggregates => {
      const sums = { ...noAggregates };
      for (const [index, name] of names.entries()) sums[name] = values[start + index] ?? 0n;
      return { ...sums, players: sums.sessions > 0n ? 1 : 0 };
    };
    const keyAt = (start: number) => `${values[start]} ${values[start + 1]}`;
    const starts = Array.from({ length: values.length / width }, (_unused, row) => row * width);
    const isUnknown = (start: number) => sumsAt(start + 3 + names.length).sessions === 0n;
    const asked = starts.filter(isUnknown).map((start) => Number(values[start + 1]));
    const [userIds, known] = await Promise.all([
      findUserIds(starts.map((start) => Number(values[start + 1]))),
      asked.length === 0 ? new Set<string>() : findKnown(dataVersion, request, asked),
    ]);
    return {
      count: Number(values[2] ?? 0n),
      rows: starts.map((start) => ({
        integrationId: Number(values[start]),
        userId: userIds.get(Number(values[start + 1])) ?? '',
        now: sumsAt(start + 3),
        before: sumsAt(start + 3 + names.length),
        isNew: isUnknown(start) && !known.has(keyAt(start)),
      })),
    };
  };
}
