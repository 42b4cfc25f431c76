import type { IntegrationScope } from '../../infra/access/index.ts';
import { zone } from '../../infra/clock/index.ts';
import { isOneBucket, planSegments } from './aggregates.plan.ts';
import { addAllTypes, addRows, mergePlayers, type RowsByLevel, readSums } from './aggregates.rows.ts';
import {
  type BucketSegment,
  hasFewGames,
  keyColumns,
  playersSql,
  type Statement,
  seriesAndTotalsColumns,
  seriesAndTotalsSql,
  sumColumns,
  sumsSql,
} from './aggregates.sql.ts';
import type { AggregatesRequest, AggregatesRow, Dimension, Grain, Period } from './aggregates.types.ts';
import type { CellCache, Cells } from './cell-cache.ts';
import type { SessionStoreState } from './dirty-buckets.repo.ts';
import type { QueryCachedIntegers } from './result-cache.ts';
import { canAddPlayers, findLevel } from './rollup.levels.ts';
import { dimensionsOf, levels as rollupLevels } from './rollup.schema.ts';
import type { RowCountEstimates } from './row-count-estimates.clickhouse.ts';
import { applyScope } from './row-scope.ts';

export interface AggregatesDeps {
  queryIntegers: QueryCachedIntegers;
  estimates: RowCountEstimates;
  /** Left out, every cell is read from the engine. */
  cells?: CellCache | undefined;
}

/** Where a request is read from; only tests and the bench choose. */
export type Route = 'best' | 'base' | 'rollup';

/** Most rows of a result; a request that needs more is too large for a screen and is refused by the callers. */
export const maxAggregateRows = 250_000;

/*
 * Cells are few and a screen runs several queries at once: one thread each costs a quarter less than two. All conditions
 * on cells are on their key, so they may be evaluated before versions are merged.
 */
const rollupSettings = { max_threads: 1, optimize_move_to_prewhere_if_final: 1 } as const;

/**
 * The one function behind every sum over sessions: statistics, dashboard, counts, reports. Always exact: buckets of the
 * rollup that are dirty are read from the base.
 */
export async function queryAggregates(
  deps: AggregatesDeps,
  requested: AggregatesRequest,
  scope: IntegrationScope,
  state: SessionStoreState,
  route: Route = 'best',
): Promise<AggregatesRow[]> {
  const request = applyScope(requested, scope);
  if (request === null) return [];
  const segments = await planRequest(deps, request, state, route);
  return (await runStatement(deps, { request, segments }, state)).get(0) ?? [];
}

/**
 * The same request with several sets of dimensions, each with the rows that {@link queryAggregates} returns. Levels of the
 * rollup that read the same cells share one statement: of a report's four, three cost 3 to 4 ms each before they read
 * anything.
 */
export async function queryAggregatesByLevel(
  deps: AggregatesDeps,
  requested: AggregatesRequest,
  levels: readonly (readonly Dimension[])[],
  scope: IntegrationScope,
  state: SessionStoreState,
  route: Route = 'best',
): Promise<AggregatesRow[][]> {
  const scoped = applyScope(requested, scope);
  if (scoped === null) return levels.map(() => []);
  const statements = await Promise.all(
    levels.map(async (by) => {
      const request = { ...scoped, by };
      return { request, segments: await planRequest(deps, request, state, route) };
    }),
  );
  const [widest] = statements
    .filter(hasRowPerCell)
    .toSorted((a, b) => b.request.by.length - a.request.by.length);
  const isShared = (one: Statement) =>
    widest !== undefined &&
    hasRowPerCell(one) &&
    hasOnlyDimensionsOf(one, widest) &&
    hasSameSegments(one, widest);
  const sharedLevels = statements.filter(isShared).map(({ request }) => findLevel(request));
  const sharedRows = widest && runStatement(deps, { ...widest, levels: sharedLevels }, state);
  return Promise.all(
    statements.map(async (one) =>
      sharedRows && isShared(one)
        ? ((await sharedRows).get(findLevel(one.request)) ?? [])
        : ((await runStatement(deps, one, state)).get(0) ?? []),
    ),
  );
}

/** A chart: the rows of a grain, and the totals of the whole period by integration. */
export interface SeriesWithTotals {
  series: AggregatesRow[];
  totals: AggregatesRow[];
}

/**
 * The results of two requests: the given one, with a grain, and the same without it by integration. Where both are read from
 * the sessions, or from the days of a few games, one statement reads these once for both.
 */
export async function querySeriesWithTotals(
  deps: AggregatesDeps,
  requested: AggregatesRequest & { grain: Grain },
  scope: IntegrationScope,
  state: SessionStoreState,
  route: Route = 'best',
): Promise<SeriesWithTotals> {
  const request = applyScope(requested, scope);
  if (request === null) return { series: [], totals: [] };
  const { grain: _grain, timeZone: _timeZone, ...whole } = request;
  const ofTotals: AggregatesRequest = { ...whole, by: ['integration'], players: true };
  const [segments, totalsSegments] = await Promise.all([
    planRequest(deps, request, state, route),
    planRequest(deps, ofTotals, state, route),
  ]);
  const statement = { request, segments };
  if (request.players && readsOnce(statement, totalsSegments)) {
    const values = await queryStatement(deps, statement, state, seriesAndTotalsSql(statement), 'series');
    const rows = (await readSums(values, seriesAndTotalsColumns)).get(0) ?? [];
    return {
      series: rows.filter(({ integrationId }) => integrationId === 0),
      totals: rows.filter(({ integrationId }) => integrationId !== 0),
    };
  }
  const [series, totals] = await Promise.all([
    runStatement(deps, statement, state),
    runStatement(deps, { request: ofTotals, segments: totalsSegments }, state),
  ]);
  return { series: series.get(0) ?? [], totals: totals.get(0) ?? [] };
}

/** Whether one read serves a series and its totals. */
function readsOnce({ request, segments }: Statement, totals: readonly BucketSegment[]): boolean {
  const [only, ...others] = segments;
  if (only === undefined || others.length > 0) return false;
  const { segment } = only;
  if (segment.source !== 'base') return hasFewGames({ request }, segment.source, segments);
  const [whole] = totals;
  return (
    totals.length === 1 &&
    whole?.segment.source === 'base' &&
    whole.segment.fromMs === segment.fromMs &&
    whole.segment.toMs === segment.toMs
  );
}

/** Whether each row of a statement's result is made of cells that have its dimensions and no other. */
function hasRowPerCell({ request, segments }: Statement): boolean {
  const by = request.by ?? [];
  return (
    request.byType !== true &&
    segments.length > 0 &&
    segments.every(({ segment }) => segment.source !== 'base') &&
    by.length === dimensionsOf(findLevel(request)).length &&
    !by.includes('platform')
  );
}

const hasOnlyDimensionsOf = (one: Statement, other: Statement) =>
  (one.request.by ?? []).every((dimension) => other.request.by?.includes(dimension));

const hasSameSegments = (one: Statement, other: Statement) =>
  JSON.stringify(one.segments) === JSON.stringify(other.segments);

function queryStatement(
  { queryIntegers }: AggregatesDeps,
  { segments }: Statement,
  state: SessionStoreState,
  sql: string,
  kind: 'sums' | 'players' | 'series',
): Promise<BigInt64Array> {
  return queryIntegers(state.dataVersion, sql, {
    timeoutMs: 120_000,
    maxRows: maxAggregateRows,
    settings: segments.some(({ segment }) => segment.source === 'base')
      ? {}
      : // A chart's one statement has both processors to itself: 24 ms instead of 29.
        { ...rollupSettings, ...(kind === 'series' && { max_threads: 2 }) },
    label: `session-store.aggregates.${kind}`,
  });
}

async function runStatement(
  deps: AggregatesDeps,
  statement: Statement,
  state: SessionStoreState,
): Promise<RowsByLevel> {
  const { request, segments } = statement;
  if (segments.length === 0) return new Map();
  const query = (own: Statement, sql: string, kind: 'sums' | 'players') =>
    queryStatement(deps, own, state, sql, kind);
  const hasCounts = request.players === true && canUsePlayerCounts(request, segments);
  const players = hasCounts ? 'cells' : 'none';
  // One statement for several levels reads them together, whatever is in memory.
  const inMemory = statement.levels === undefined ? await deps.cells?.at(state) : undefined;
  const [covered, others] = partition(segments, ({ segment }) =>
    inMemory?.covers(segment, findLevel(request)),
  );
  const rest = { ...statement, segments: others };
  const [sums, united] = await Promise.all([
    others.length > 0 ? query(rest, sumsSql(rest, players), 'sums') : null,
    request.players && !hasCounts ? query(statement, playersSql(statement), 'players') : null,
  ]);
  const levels: RowsByLevel = sums ? await readSums(sums, sumColumns(rest, players)) : new Map();
  if (inMemory && covered.length > 0)
    await addRows(levels, 0, inMemory.sum({ ...statement, segments: covered }, hasCounts));
  if (request.byType && !hasCounts) for (const rows of levels.values()) addAllTypes(rows);
  if (united) await mergePlayers(levels, united, [...keyColumns(statement), 'players']);
  return levels;
}

function partition<Item>(
  items: readonly Item[],
  test: (item: Item) => boolean | undefined,
): [passing: Item[], others: Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** Chooses the source of every part of a request's periods. */
async function planRequest(
  deps: AggregatesDeps,
  request: AggregatesRequest,
  state: SessionStoreState,
  route: Route,
): Promise<BucketSegment[]> {
  const level = findLevel(request);
  const isOtherZone = request.grain !== undefined && (request.timeZone ?? zone) !== zone;
  const isBaseOnly = typeof request.isOpen === 'boolean' || isOtherZone || route === 'base';
  const bucketOf = (index: number) => request.grain ?? index;
  const wholeFromBase = (period: Period, index: number): BucketSegment => ({
    segment: { source: 'base', fromMs: period.from.getTime(), toMs: period.to.getTime() },
    bucket: bucketOf(index),
  });
  const periods = request.periods
    .map((period, index) => ({ period, index }))
    .filter(({ period }) => period.from < period.to);
  if (isBaseOnly) return periods.map(({ period, index }) => wholeFromBase(period, index));
  const { hasHours, maxSessionsFromBase } = rollupLevels[level];
  const [estimate, inMemory] = await Promise.all([
    route === 'best' ? deps.estimates.current(state) : null,
    deps.cells?.at(state),
  ]);
  return periods.flatMap(({ period, index }) => {
    const segments = planSegments(period, {
      largest: request.grain ?? 'month',
      // The players of a day must come from one source, so part of a day is not put together from hours.
      hasHours: hasHours && request.grain !== 'day' && request.grain !== 'month',
      dirtyDays: state.dirtyDays,
      dirtyMonths: state.dirtyMonths,
    }).map((segment) => ({ segment, bucket: bucketOf(index) }));
    const isFew = estimate && estimate.sessionsIn(period, request.integrations) <= maxSessionsFromBase;
    return isFew && !isAnsweredBy(inMemory, request, segments) ? [wholeFromBase(period, index)] : segments;
  });
}

/** Whether cells in memory are all that a request needs. */
function isAnsweredBy(
  cells: Cells | undefined,
  request: AggregatesRequest,
  segments: readonly BucketSegment[],
): boolean {
  return (
    cells !== undefined &&
    segments.every(({ segment }) => cells.covers(segment, findLevel(request))) &&
    (!request.players || canUsePlayerCounts(request, segments))
  );
}

/**
 * Whether stored counts of players give the requested ones: every row of the result comes from cells of one bucket that
 * share no player, or from the base.
 */
function canUsePlayerCounts(request: AggregatesRequest, segments: readonly BucketSegment[]): boolean {
  const sources = new Set(segments.map(({ segment }) => segment.source));
  if (sources.size === 1 && sources.has('base')) return true;
  // A bucket of several days has several cells.
  if (request.ages || request.byType || !canAddPlayers(request)) return false;
  if (request.grain === undefined) return hasOneBucketPerPeriod(segments);
  sources.delete('base');
  return sources.size === 1 && sources.has(request.grain) && !hasMonthsFromBase(request, segments);
}

/** Whether every period is one segment: of the base, or a single bucket of the rollup. */
function hasOneBucketPerPeriod(segments: readonly BucketSegment[]): boolean {
  const periods = new Set(segments.map(({ bucket }) => bucket));
  return (
    periods.size === segments.length &&
    segments.every(({ segment }) => segment.source === 'base' || isOneBucket(segment))
  );
}

// A month may consist of days and parts of the base; then its players must be united, not added.
function hasMonthsFromBase(request: AggregatesRequest, segments: readonly BucketSegment[]): boolean {
  return request.grain === 'month' && segments.some(({ segment }) => segment.source === 'base');
}
