/**
 * The single definition of the rollup: its grains, dimensions, levels and measures. The tables (rollup.ddl.ts), the
 * refresh (rollup.clickhouse.ts), the queries (aggregates.sql.ts) and the types of their results are built from it. After
 * a change, `npx vitest run session-store -u` renews the migrations and the golden statements; read their diff.
 */

/** Lengths of a bucket. Hours are those of UTC: Rome's offsets are whole hours, so each hour lies in one Rome day. */
export type Grain = 'hour' | 'day' | 'month';

interface GrainDefinition {
  /** ClickHouse type of the start of a bucket. */
  bucketType: string;
  /** The bucket of an instant, as ClickHouse SQL; a session's is the one it was created in. */
  bucketOf(instant: string): string;
  /** Bitmaps are large; years as partitions keep merges of the latest from rewriting all. Months are too few for that. */
  isPartitionedByYear: boolean;
}

export const grains: Readonly<Record<Grain, GrainDefinition>> = {
  hour: {
    bucketType: "DateTime('UTC')",
    bucketOf: (instant) => `toStartOfHour(${instant}, 'UTC')`,
    isPartitionedByYear: true,
  },
  day: {
    bucketType: 'Date',
    bucketOf: (instant) => `toDate(${instant}, 'Europe/Rome')`,
    isPartitionedByYear: true,
  },
  month: {
    bucketType: 'Date',
    bucketOf: (instant) => `toStartOfMonth(${instant}, 'Europe/Rome')`,
    isPartitionedByYear: false,
  },
};

/** Columns of sessions and of the rollup that sums can be grouped and filtered by, all UInt16. 0 in a cell: all of them. */
export const dimensionColumns = {
  integration: 'integration_id',
  operator: 'operator_id',
  game: 'game_id',
} as const;
export type RollupDimension = keyof typeof dimensionColumns;
export const rollupDimensions = Object.keys(dimensionColumns) as RollupDimension[];

/** Tables of a grain; `input` receives a refresh, views pass it on to `sums` and `players`. */
export function rollupTable(grain: Grain, kind: 'input' | 'sums' | 'players'): string {
  return `rollup_${grain}${kind === 'sums' ? '' : `_${kind}`}_v1`;
}

/**
 * The cells of days by integration and game once more, sums and players of each type, each game's days one after the other: a
 * chart of a few games over months reads these instead of looking for them in every day. Derived from the two tables of days.
 */
export const gameDaysTable = 'rollup_day_games_v1';
/** The level whose cells it has. */
export const gameDaysLevel = 4;

interface LevelDefinition {
  /** The dimensions that the cells of the level have. */
  dimensions: readonly RollupDimension[];
  /** Whether the level is kept by hour, too. By game it would have more cells than there are sessions. */
  hasHours: boolean;
  /**
   * Up to this many sessions, reading them all is faster than finding cells and uniting their bitmaps (measured;
   * bench/README.md).
   */
  maxSessionsFromBase: number;
}

/** The index of a level is its number in the column `level`. */
export const levels = [
  { dimensions: [], hasHours: true, maxSessionsFromBase: 3_000 },
  { dimensions: ['integration'], hasHours: true, maxSessionsFromBase: 3_000 },
  { dimensions: ['integration', 'operator'], hasHours: true, maxSessionsFromBase: 5_000 },
  { dimensions: ['game'], hasHours: false, maxSessionsFromBase: 15_000 },
  { dimensions: ['integration', 'game'], hasHours: false, maxSessionsFromBase: 20_000 },
  { dimensions: ['integration', 'operator', 'game'], hasHours: false, maxSessionsFromBase: 30_000 },
] as const satisfies readonly LevelDefinition[];
export type Level = 0 | 1 | 2 | 3 | 4 | 5;

/** Returns the dimensions that the cells of a level have. */
export const dimensionsOf = (level: Level): readonly RollupDimension[] => levels[level].dimensions;

interface MeasureDefinition {
  /** Name in code. */
  name: string;
  /** Column of the rollup. */
  column: string;
  type: 'UInt64' | 'Int64';
  /** The aggregate over sessions; the rollup's cells add up. */
  fromSessions: string;
}

/** Sums of a cell, in the order of their columns. Amounts are cents. */
export const measures = [
  { name: 'sessions', column: 'sessions', type: 'UInt64', fromSessions: 'count()' },
  { name: 'open', column: 'open', type: 'UInt64', fromSessions: 'sum(is_open)' },
  { name: 'zeroRound', column: 'zero_round', type: 'UInt64', fromSessions: 'countIf(rounds = 0)' },
  {
    name: 'openZeroRound',
    column: 'open_zero_round',
    type: 'UInt64',
    fromSessions: 'countIf(rounds = 0 AND is_open = 1)',
  },
  { name: 'bet', column: 'bet', type: 'Int64', fromSessions: 'sum(bet)' },
  { name: 'win', column: 'win', type: 'Int64', fromSessions: 'sum(win)' },
  { name: 'netWin', column: 'net_win', type: 'Int64', fromSessions: 'sum(net_win)' },
  { name: 'due', column: 'amount_due', type: 'Int64', fromSessions: 'sum(amount_due)' },
  { name: 'rounds', column: 'rounds', type: 'UInt64', fromSessions: 'sum(rounds)' },
] as const satisfies readonly MeasureDefinition[];
export type MeasureName = (typeof measures)[number]['name'];

/** Distinct players do not add up: a cell has their number, and a bitmap of them that can be united with others. */
export const players = {
  column: 'players',
  type: 'UInt32',
  fromSessions: 'groupBitmap(user_id)',
  bitmap: {
    column: 'player_bitmap',
    type: 'AggregateFunction(groupBitmap, UInt32)',
    fromSessions: 'groupBitmapState(user_id)',
    /** The number of players in the union of bitmaps. */
    count: 'groupBitmapMerge(player_bitmap)',
  },
} as const;

/** Session types with cells of their own, REAL and FUN, as SQL. Bitmaps of players are stored for these only. */
export const storedTypes = '1, 4';

/** The key of a cell within its grain. `session_type` 0 stands for all types. */
export const cellKey = [
  'level',
  'bucket',
  ...rollupDimensions.map((dimension) => dimensionColumns[dimension]),
  'session_type',
] as const;

/** Columns of the sums of a cell, with its version. */
export const sumsColumns: readonly string[] = [
  ...cellKey,
  ...measures.map(({ column }) => column),
  players.column,
  'version',
];

/** Columns of the rollup's input, and of {@link gameDaysTable}. */
export const inputColumns: readonly string[] = [
  ...sumsColumns.slice(0, -1),
  players.bitmap.column,
  'version',
];

/** Order of the rows on disk: what every query fixes comes first, then the range of buckets. */
export const sortingKey = [
  'level',
  'session_type',
  'bucket',
  dimensionColumns.integration,
  dimensionColumns.game,
  dimensionColumns.operator,
] as const;

/** The same for {@link gameDaysTable}. */
export const gameDaysSortingKey = [
  'level',
  'session_type',
  dimensionColumns.integration,
  dimensionColumns.game,
  dimensionColumns.operator,
  'bucket',
] as const;
