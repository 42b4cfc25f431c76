import { quote } from '../../infra/clickhouse/index.ts';
import { calendarOf, daysBetween, hourShift, zone } from '../../infra/clock/index.ts';
import type { QuerySegment } from './aggregates.plan.ts';
import type { AgeBuckets, AggregatesFilter, AggregatesRequest, Dimension } from './aggregates.types.ts';
import { findLevel } from './rollup.levels.ts';
import {
  dimensionColumns,
  dimensionsOf,
  type Grain,
  gameDaysLevel,
  gameDaysTable,
  type Level,
  measures,
  players as playersMeasure,
  rollupTable,
  storedTypes,
} from './rollup.schema.ts';
import { currentSessions, idList, instantSql } from './sessions.clickhouse.ts';

/** A segment with the bucket its sums belong to: the number of a period, or the grain that cuts it. */
export interface BucketSegment {
  segment: QuerySegment;
  bucket: number | Grain;
}

/**
 * What a statement computes. With `levels`, which must be of the rollup and have no dimension that the request's own level
 * lacks, it returns the rows of all of them, with their level in the column `level`.
 */
export interface Statement {
  request: AggregatesRequest;
  segments: readonly BucketSegment[];
  levels?: readonly Level[] | undefined;
}

/** Whether a statement returns players from the counts in the cells, or none at all. */
export type PlayerCounts = 'none' | 'cells';

const columnOf: Record<Dimension, string> = { ...dimensionColumns, platform: 'platform_id' };
const groupOrder: readonly Dimension[] = ['integration', 'platform', 'operator', 'game'];

type Source = QuerySegment['source'];

interface SourceSegments {
  source: Source;
  segments: BucketSegment[];
}

/** The measures of a statement: their columns in the rollup, and the aggregates that compute them from sessions. */
function measuresWith(players: PlayerCounts): readonly { column: string; fromSessions: string }[] {
  return players === 'cells' ? [...measures, playersMeasure] : measures;
}

/** The key of a bucket in each source; see AggregatesRow.bucket. Only the base has other zones than Rome. */
function grainSql(source: Source, grain: Grain, request: AggregatesRequest): string {
  const { periods, timeZone = zone, ages } = request;
  if (ages) return ageSql(source, ages);
  if (source === 'day' || source === 'month') {
    return grain === 'month' ? 'toInt64(toYYYYMM(bucket))' : 'toInt64(toYYYYMMDD(bucket))';
  }
  const instant = source === 'base' ? 'created_at' : 'bucket';
  if (grain === 'hour') {
    const [period] = periods;
    // As on the axis: hours are cut by the offset at the start of the period.
    const shift = period === undefined ? 0 : hourShift(calendarOf(timeZone), period.from) / 1000;
    return shift === 0
      ? `toInt64(toUnixTimestamp(toStartOfHour(${instant}, 'UTC')))`
      : `intDiv(toInt64(toUnixTimestamp(${instant})) + ${shift}, 3600) * 3600 - ${shift}`;
  }
  return grain === 'day'
    ? `toInt64(toYYYYMMDD(${instant}, ${quote(timeZone)}))`
    : `toInt64(toYYYYMM(${instant}, ${quote(timeZone)}))`;
}

/** Days that a game is old, by the length of a bucket. `floor` goes down below zero, where `intDiv` would return 0 as well. */
function ageSql(source: Source, { since, days }: AgeBuckets): string {
  const day = source === 'base' ? `toDate(created_at, ${quote(zone)})` : 'bucket';
  const games = idList([...since.keys()]).slice(1, -1);
  const starts = [...since.values()].map((first) => daysBetween('1970-01-01', first) - 1).join(', ');
  return `toInt64(floor((toInt64(${day}) - toInt64(transform(game_id, [${games}], [${starts}], 0))) / ${days}))`;
}

/** The key of a source's rows: cut by the grain, or the number of the period; a row may lie in several periods. */
function bucketKeySql(request: AggregatesRequest, { source, segments }: SourceSegments): string {
  const [first] = segments;
  if (first === undefined) throw new Error('There is nothing to sum');
  if (typeof first.bucket === 'string') return grainSql(source, first.bucket, request);
  const byPeriod = new Map<number | Grain, QuerySegment[]>();
  for (const { segment, bucket } of segments) {
    byPeriod.set(bucket, [...(byPeriod.get(bucket) ?? []), segment]);
  }
  if (byPeriod.size === 1) return `toInt64(${first.bucket})`;
  const keys = [...byPeriod].map(([bucket, own]) => `if(${timeCondition(own)}, [toInt64(${bucket})], [])`);
  return `arrayJoin(arrayConcat(${keys.join(', ')}))`;
}

function timeCondition(segments: readonly QuerySegment[]): string {
  const ranges = segments.map((segment) => {
    if ('from' in segment) return `(bucket >= '${segment.from}' AND bucket < '${segment.to}')`;
    if (segment.source === 'hour') {
      const [from, to] = [segment.fromMs / 1000, segment.toMs / 1000];
      return `(bucket >= toDateTime(${from}, 'UTC') AND bucket < toDateTime(${to}, 'UTC'))`;
    }
    return `(created_at >= ${instantSql(segment.fromMs)} AND created_at < ${instantSql(segment.toMs)})`;
  });
  return ranges.length === 1 ? (ranges[0] ?? '') : `(${ranges.join(' OR ')})`;
}

function dimensionConditions(filter: AggregatesFilter): string[] {
  const conditions: string[] = [];
  const add = (name: string, ids: readonly number[] | null | undefined) => {
    if (ids && ids.length > 0) conditions.push(`${name} IN ${idList(ids)}`);
  };
  add(dimensionColumns.integration, filter.integrations);
  add(dimensionColumns.operator, filter.operators);
  add(dimensionColumns.game, filter.games);
  return conditions;
}

/** Each source is read once, whatever number of segments and periods it serves. */
function groupBySource(segments: readonly BucketSegment[]): SourceSegments[] {
  const groups = new Map<Source, BucketSegment[]>();
  for (const one of segments) {
    groups.set(one.segment.source, [...(groups.get(one.segment.source) ?? []), one]);
  }
  return [...groups].map(([source, own]) => ({ source, segments: own }));
}

/** The columns that the rows of a statement are grouped by. */
export function keyColumns({ request, levels }: Statement): string[] {
  const by = new Set(request.by ?? []);
  return [
    'bucket_key',
    ...(levels ? ['level'] : []),
    ...groupOrder.filter((dimension) => by.has(dimension)).map((dimension) => columnOf[dimension]),
    ...(request.byType ? ['session_type'] : []),
  ];
}

const int64 = (value: string) => `toInt64(${value})`;

/**
 * The key columns as they are read from a source. A cast column never gets its own name as alias: conditions would take
 * the alias instead of the column, and no index would help.
 */
function keySelection(
  request: AggregatesRequest,
  own: SourceSegments,
  keys: readonly string[],
  cast = (name: string) => name,
): string[] {
  return keys.map((name) => {
    if (name === 'bucket_key') return `${bucketKeySql(request, own)} AS bucket_key`;
    return name === 'platform_id' ? `${platformSql(request)} AS platform_id` : cast(name);
  });
}

function platformSql({ platformOf = new Map() }: AggregatesRequest): string {
  if (platformOf.size === 0) return int64('0');
  const lists = [platformOf.keys(), platformOf.values()].map((ids) => `[${idList([...ids]).slice(1, -1)}]`);
  return int64(`transform(operator_id, ${lists.join(', ')}, 0)`);
}

function baseConditions(request: AggregatesRequest, segments: readonly BucketSegment[]): string {
  const conditions = [timeCondition(segments.map(({ segment }) => segment)), ...dimensionConditions(request)];
  if (request.sessionType) conditions.push(`session_type = ${request.sessionType}`);
  if (typeof request.isOpen === 'boolean') conditions.push(`is_open = ${request.isOpen ? 1 : 0}`);
  return conditions.join(' AND ');
}

function rollupConditions(
  { request, levels }: Statement,
  segments: readonly BucketSegment[],
  allTypes: string,
): string {
  return [
    `level IN ${idList(levels ?? [findLevel(request)])}`,
    `session_type IN (${request.sessionType ? String(request.sessionType) : allTypes})`,
    timeCondition(segments.map(({ segment }) => segment)),
    ...dimensionConditions(request),
  ].join(' AND ');
}

/** The columns that {@link sumsSql} returns, in order: the keys of the rows, then their measures. */
export function sumColumns(statement: Statement, players: PlayerCounts): string[] {
  return [...keyColumns(statement), ...measuresWith(players).map(({ column }) => column)];
}

/** What is read of a source: sums, sums with the stored counts of players, or the bitmaps of players. */
type Reading = PlayerCounts | 'bitmaps';

/** Reads columns of one source: of the base, or of the rollup. */
function readSql(
  statement: Statement,
  { source, segments }: SourceSegments,
  columns: readonly string[],
  tail: string,
  reading: Reading,
): string {
  const { request } = statement;
  const selected = columns.join(', ');
  if (source === 'base') return currentSessions(selected, baseConditions(request, segments), tail);
  // Of games there are the cells of types only: they add up, but not their counts of players.
  const isOfGames =
    hasFewGames(statement, source, segments) && (reading !== 'cells' || Boolean(request.sessionType));
  const hasTypesOnly = isOfGames || reading === 'bitmaps';
  const allTypes = hasTypesOnly || request.byType ? storedTypes : '0';
  const table = isOfGames ? gameDaysTable : rollupTable(source, reading === 'bitmaps' ? 'players' : 'sums');
  return `SELECT ${selected} FROM ${table} FINAL
    WHERE ${rollupConditions(statement, segments, allTypes)} ${tail}`;
}

/**
 * Whether days are read in the order of games. There, each game of an integration costs a granule of 32 days or more; in the
 * order of days, each day of an integration costs one or more.
 */
export function hasFewGames(
  { request, levels }: Pick<Statement, 'request' | 'levels'>,
  source: Source,
  segments: readonly BucketSegment[],
): boolean {
  const games = request.games?.length ?? 0;
  if (source !== 'day' || games === 0 || levels !== undefined || findLevel(request) !== gameDaysLevel)
    return false;
  const days = segments.reduce(
    (sum, { segment }) => sum + ('from' in segment ? daysBetween(segment.from, segment.to) - 1 : 0),
    0,
  );
  return days > 2 * games;
}

/**
 * Sums of all segments, every column Int64. `players` is 'cells' where each row of the result is made of cells that share
 * no player (see canAddPlayers), so that the stored counts can be added, or comes from the base only. With byType and
 * 'cells', which only the base can return together, there is also a row (session_type 0) for all types.
 *
 * One source is read in a single SELECT: of the 5 ms that a few rows took, each nested one was half a millisecond.
 */
export function sumsSql(statement: Statement, players: PlayerCounts): string {
  const { request, segments } = statement;
  const keys = keyColumns(statement);
  const groupBy = `GROUP BY ${keys.join(', ')}`;
  const selected = measuresWith(players);
  const [only, ...others] = groupBySource(segments);
  if (only === undefined) throw new Error('There is nothing to sum');
  if (others.length === 0) {
    const isBase = only.source === 'base';
    const isPerCell = !isBase && hasRowPerCell(request, players);
    const values = selected.map(({ column, fromSessions }) =>
      int64(isBase ? fromSessions : isPerCell ? column : `sum(${column})`),
    );
    // The players of both types are counted again, not added; only here, where every session is read.
    const countsBothTypes = isBase && players === 'cells' && request.byType === true;
    const tail = isPerCell ? '' : countsBothTypes ? groupByTypeAndTotal(keys) : groupBy;
    return readSql(statement, only, [...keySelection(request, only, keys, int64), ...values], tail, players);
  }
  // Aliases differ from the columns' names: the next expression would take the alias for the column.
  const parts = [only, ...others].map((own) => {
    const isBase = own.source === 'base';
    const values = selected.map(
      ({ column, fromSessions }) => `${int64(isBase ? fromSessions : column)} AS part_${column}`,
    );
    return readSql(
      statement,
      own,
      [...keySelection(request, own, keys), ...values],
      isBase ? groupBy : '',
      players,
    );
  });
  const columns = [...keys.map(int64), ...selected.map(({ column }) => `sum(part_${column})`)];
  return `SELECT ${columns.join(', ')} FROM (${parts.join(' UNION ALL ')}) ${groupBy}`;
}

/** The columns that {@link seriesAndTotalsSql} returns. */
export const seriesAndTotalsColumns: readonly string[] = [
  'bucket_key',
  dimensionColumns.integration,
  ...measuresWith('cells').map(({ column }) => column),
];

/**
 * The rows of a grain, whose integration is 0, and the totals by integration, whose bucket is 0, with the distinct players of
 * both, from one read of one source.
 */
export function seriesAndTotalsSql(statement: Statement): string {
  const { request, segments } = statement;
  const [only, ...others] = groupBySource(segments);
  if (only === undefined || others.length > 0) throw new Error('There is not one source to read');
  const isBase = only.source === 'base';
  const keys = ['bucket_key', dimensionColumns.integration];
  const values = [
    ...measures.map(({ column, fromSessions }) => (isBase ? fromSessions : `sum(${column})`)),
    isBase ? playersMeasure.fromSessions : playersMeasure.bitmap.count,
  ];
  return readSql(
    statement,
    only,
    [...keySelection(request, only, keys, int64), ...values.map(int64)],
    `GROUP BY GROUPING SETS (${keys.map((key) => `(${key})`).join(', ')})`,
    'bitmaps',
  );
}

/**
 * Whether each row of the result is one cell of the rollup: the request has every dimension of its level and one bucket
 * per key, as 'cells' says. Without adding up, a large result takes a quarter less time (6,000 rows: 9 instead of 12 ms).
 */
function hasRowPerCell(request: AggregatesRequest, players: PlayerCounts): boolean {
  const by = request.by ?? [];
  return players === 'cells' && dimensionsOf(findLevel(request)).every((dimension) => by.includes(dimension));
}

/** Distinct players per row of the result; with byType also one row (session_type 0) for all types together. */
export function playersSql(statement: Statement): string {
  const { request, segments } = statement;
  const { bitmap } = playersMeasure;
  const keys = keyColumns(statement);
  const groupBy = `GROUP BY ${keys.join(', ')}`;
  const count = int64(bitmap.count);
  const tail = request.byType ? groupByTypeAndTotal(keys) : groupBy;
  const sources = groupBySource(segments);
  const [only, ...others] = sources;
  if (only !== undefined && others.length === 0 && only.source !== 'base') {
    const columns = [...keySelection(request, only, keys, int64), count];
    return readSql(statement, only, columns, tail, 'bitmaps');
  }
  const parts = sources.map((own) => {
    const selection = keySelection(request, own, keys);
    return own.source === 'base'
      ? readSql(
          statement,
          own,
          [...selection, `${bitmap.fromSessions} AS ${bitmap.column}`],
          groupBy,
          'bitmaps',
        )
      : readSql(statement, own, [...selection, bitmap.column], '', 'bitmaps');
  });
  return `SELECT ${[...keys.map(int64), count].join(', ')} FROM (${parts.join(' UNION ALL ')}) ${tail}`;
}

/** Groups by the type and once more without it; the type of the latter rows is 0. */
function groupByTypeAndTotal(keys: readonly string[]): string {
  const rest = keys.filter((name) => name !== 'session_type');
  return `GROUP BY GROUPING SETS ((${keys.join(', ')}), (${rest.join(', ')}))`;
}
