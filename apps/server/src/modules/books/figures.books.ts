import type { IntegrationScope } from '../../platform/access/index.ts';
import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import { hasHours, levelOf, playersAddUp } from './cube-levels.ts';
import type { Estimates } from './estimates.books.ts';
import { isOneBucket, planPieces } from './figures.plan.ts';
import { type Branch, playersSql, sumColumns, sumsSql } from './figures.sql.ts';
import { addFigures, type FiguresRequest, type FiguresRow, type Period } from './figures.types.ts';
import type { BooksState } from './stale-buckets.repo.ts';

export interface FiguresDeps {
  clickhouse: ClickHouse;
  estimates: Estimates;
}

/** What a statement of players answers; absent dimensions are 0. */
interface PlayersRecord {
  k: number;
  integration_id?: number;
  platform_id?: number;
  operator_id?: number;
  game_id?: number;
  session_type?: number;
  players: string;
}

/** Rows an answer may have; a question that needs more is too large for a screen and is refused by the callers. */
export const mostFigureRows = 250_000;

/**
 * Where the base is asked although the cube could answer, by level: below this many sessions reading them all is faster
 * than finding cells and uniting bitmaps (measured; bench/README.md).
 */
const baseBelow = [3_000, 3_000, 5_000, 15_000, 300_000, 200_000] as const;

/*
 * Cells are few and a screen asks several questions at once: one thread each costs a quarter less than two. All
 * conditions on cells are on their key, so they may be put before versions are merged.
 */
const cubeSettings = { max_threads: 1, optimize_move_to_prewhere_if_final: 1 } as const;

/**
 * The one function behind every sum over sessions: statistics, dashboard, counts, reports. Exact always: stretches that
 * the cube does not hold as the base does are read from the base. `route` is for tests and the bench.
 */
export async function figuresOf(
  deps: FiguresDeps,
  asked: FiguresRequest,
  scope: IntegrationScope,
  state: BooksState,
  route: 'best' | 'base' | 'cube' = 'best',
): Promise<FiguresRow[]> {
  const request = scoped(asked, scope);
  if (request === null) return [];
  const branches = await branchesOf(deps, request, state, route);
  if (branches.length === 0) return [];
  const fromCube = branches.every(({ piece }) => piece.source !== 'base');
  const options = {
    timeoutMs: 120_000,
    maxRows: mostFigureRows,
    settings: fromCube ? cubeSettings : {},
  };
  const cells = request.players === true && playersPerBucket(request, branches);
  const players = cells ? 'cells' : 'no';
  const sums = deps.clickhouse.valueRows(sumsSql(request, branches, players), {
    ...options,
    label: 'books.figures.sums',
  });
  const rowsOf = (answer: readonly SumsValues[]) => {
    const rows = answer.map(rowReader(sumColumns(request, players)));
    return request.byType && !cells ? withAllTypes(rows) : rows;
  };
  if (!request.players || cells) return rowsOf(await sums);
  const [sumRows, playerRecords] = await Promise.all([
    sums,
    deps.clickhouse.rows<PlayersRecord>(playersSql(request, branches), {
      ...options,
      label: 'books.figures.players',
    }),
  ]);
  return withPlayers(rowsOf(sumRows), playerRecords);
}

/** The request cut down to what the scope shows; null when that is nothing. */
export function scoped<R extends FiguresRequest>(request: R, scope: IntegrationScope): R | null {
  if (scope.kind === 'all') return request;
  if (scope.kind === 'none') return null;
  const { integrations } = request;
  if (integrations && integrations.length > 0 && !integrations.includes(scope.id)) return null;
  return { ...request, integrations: [scope.id] };
}

async function branchesOf(
  deps: FiguresDeps,
  request: FiguresRequest,
  state: BooksState,
  route: 'best' | 'base' | 'cube',
): Promise<Branch[]> {
  const level = levelOf(request);
  const onlyBase = typeof request.isOpen === 'boolean' || route === 'base';
  const bucketOf = (index: number) => request.grain ?? index;
  const wholeBase = (period: Period, index: number): Branch => ({
    piece: { source: 'base', fromMs: period.from.getTime(), toMs: period.to.getTime() },
    bucket: bucketOf(index),
  });
  const periods = request.periods.map((period, index) => ({ period, index }));
  const filled = periods.filter(({ period }) => period.from < period.to);
  if (onlyBase) return filled.map(({ period, index }) => wholeBase(period, index));
  const estimates = route === 'best' ? await deps.estimates.current(state) : null;
  return filled.flatMap(({ period, index }) => {
    if (estimates && estimates.sessionsIn(period, request.integrations) <= baseBelow[level]) {
      return [wholeBase(period, index)];
    }
    const pieces = planPieces(period, {
      largest: request.grain ?? 'month',
      // A day's players come from one source, so a day cut short is not put together from hours.
      hours: hasHours(level) && request.grain !== 'day' && request.grain !== 'month',
      staleDays: state.staleDays,
      staleMonths: state.staleMonths,
    });
    return pieces.map((piece) => ({ piece, bucket: bucketOf(index) }));
  });
}

/**
 * Whether the stored counts of players make up the asked ones: every row of the answer comes from cells of one bucket
 * that share no player, or from the base.
 */
function playersPerBucket(request: FiguresRequest, branches: readonly Branch[]): boolean {
  const sources = new Set(branches.map(({ piece }) => piece.source));
  if (sources.size === 1 && sources.has('base')) return true;
  if (request.byType || !playersAddUp(request)) return false;
  if (request.grain === undefined) return eachInOneBucket(branches);
  sources.delete('base');
  return sources.size === 1 && sources.has(request.grain) && !mixesBase(request, branches);
}

/** Whether every period is answered by one stretch, of the base or of a single bucket of the cube. */
function eachInOneBucket(branches: readonly Branch[]): boolean {
  const periods = new Set(branches.map(({ bucket }) => bucket));
  return (
    periods.size === branches.length &&
    branches.every(({ piece }) => piece.source === 'base' || isOneBucket(piece))
  );
}

// A month may be put together from days and the base; then its players must be united, not added.
function mixesBase(request: FiguresRequest, branches: readonly Branch[]): boolean {
  return request.grain === 'month' && branches.some(({ piece }) => piece.source === 'base');
}

function placeOf(record: PlayersRecord): Place {
  return {
    bucket: record.k,
    integrationId: record.integration_id ?? 0,
    operatorId: record.operator_id ?? 0,
    gameId: record.game_id ?? 0,
    ...(record.platform_id === undefined ? {} : { platformId: record.platform_id }),
    sessionType: (record.session_type ?? 0) as 0 | 1 | 4,
  };
}

/** The values of a row of sums, in the order of {@link sumColumns}; 64-bit numbers come as text. */
type SumsValues = readonly (string | number)[];

/** Makes rows of values of these columns; a report has many thousands of them. */
function rowReader(columns: readonly string[]): (values: SumsValues) => FiguresRow {
  const keyOf = (name: string) => {
    const index = columns.indexOf(name);
    return (values: SumsValues) => (index < 0 ? 0 : Number(values[index]));
  };
  const [integration, operator, game] = [keyOf('integration_id'), keyOf('operator_id'), keyOf('game_id')];
  const [platform, type] = [keyOf('platform_id'), keyOf('session_type')];
  const hasPlatform = columns.includes('platform_id');
  const firstSum = columns.indexOf('sessions');
  return (values) => {
    const [sessions, open, idle, openIdle, bet, win, net, due, rounds, players = 0] = values.slice(firstSum);
    const row: FiguresRow = {
      bucket: Number(values[0]),
      integrationId: integration(values),
      operatorId: operator(values),
      gameId: game(values),
      sessionType: type(values) as 0 | 1 | 4,
      sessions: wholeOf(sessions),
      open: wholeOf(open),
      idle: wholeOf(idle),
      openIdle: wholeOf(openIdle),
      bet: wholeOf(bet),
      win: wholeOf(win),
      net: wholeOf(net),
      due: wholeOf(due),
      rounds: wholeOf(rounds),
      players: Number(players),
    };
    if (hasPlatform) row.platformId = platform(values);
    return row;
  };
}

/** Up to 15 digits a double is exact, and from there it is twice as fast as from the text. */
function wholeOf(value: string | number = 0): bigint {
  return BigInt(typeof value === 'string' && value.length > 15 ? value : Number(value));
}

type Place = Pick<
  FiguresRow,
  'bucket' | 'integrationId' | 'platformId' | 'operatorId' | 'gameId' | 'sessionType'
>;

const placeKey = ({ bucket, integrationId, platformId, operatorId, gameId, sessionType }: Place) =>
  `${bucket} ${integrationId} ${platformId} ${operatorId} ${gameId} ${sessionType}`;

/** Adds the rows of all types together: the sums of both types. Their players are united, not added, by the engine. */
function withAllTypes(rows: readonly FiguresRow[]): FiguresRow[] {
  const places = new Map<string, FiguresRow[]>();
  for (const row of rows) {
    const key = placeKey({ ...row, sessionType: 0 });
    places.set(key, [...(places.get(key) ?? []), row]);
  }
  const all = [...places.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, ...addFigures([first, ...others]), sessionType: 0 as const, players: 0 }] : [],
  );
  return [...rows, ...all];
}

function withPlayers(rows: FiguresRow[], records: readonly PlayersRecord[]): FiguresRow[] {
  const players = new Map(records.map((record) => [placeKey(placeOf(record)), Number(record.players)]));
  for (const row of rows) row.players = players.get(placeKey(row)) ?? 0;
  return rows;
}
