/**
 * The rollup's tables as ClickHouse migrations. The files in `migrations/clickhouse` are what is applied; a test keeps them
 * equal to these texts. A change of a released schema needs tables of the next version beside these, and a rebuild.
 */
import type { Layout } from '../../infra/clickhouse/index.ts';
import {
  cellKey,
  dimensionColumns,
  type Grain,
  gameDaysLevel,
  gameDaysSortingKey,
  gameDaysTable,
  grains,
  inputColumns,
  levels,
  measures,
  players,
  rollupTable,
  sortingKey,
  sumsColumns,
} from './rollup.schema.ts';

/** Names and texts of the migration files of a grain. A file holds one statement that can run twice. */
export function rollupMigrations(
  layout: Layout,
  grain: Grain,
  firstNumber: number,
): { file: string; text: string }[] {
  const file = (offset: number, name: string) =>
    `${String(firstNumber + offset).padStart(3, '0')}-rollup-${grain}${name}.sql`;
  if (layout === 'single') {
    return [
      { file: file(0, '-input'), text: inputTable(grain, single) },
      { file: file(1, ''), text: sumsTable(grain, single) },
      { file: file(2, '-players'), text: playersTable(grain, single) },
      { file: file(3, '-feed'), text: sumsView(grain, single) },
      { file: file(4, '-players-feed'), text: playersView(grain, single) },
    ];
  }
  return [
    { file: file(0, '-input-local'), text: inputTable(grain, sharded) },
    { file: file(0, '-input'), text: distributedTable(rollupTable(grain, 'input')) },
    { file: file(1, '-local'), text: sumsTable(grain, sharded) },
    { file: file(1, ''), text: distributedTable(rollupTable(grain, 'sums')) },
    { file: file(2, '-players-local'), text: playersTable(grain, sharded) },
    { file: file(2, '-players'), text: distributedTable(rollupTable(grain, 'players')) },
    { file: file(3, '-feed'), text: sumsView(grain, sharded) },
    { file: file(4, '-players-feed'), text: playersView(grain, sharded) },
  ];
}

/** The same for the days in the order of games; the last one fills the table from days that are stored already. */
export function gameDaysMigrations(layout: Layout, firstNumber: number): { file: string; text: string }[] {
  const file = (offset: number, name: string) =>
    `${String(firstNumber + offset).padStart(3, '0')}-rollup-day-games${name}.sql`;
  const tables =
    layout === 'single'
      ? [{ file: file(0, ''), text: gameDays(single) }]
      : [
          { file: file(0, '-local'), text: gameDays(sharded) },
          { file: file(0, ''), text: distributedTable(gameDaysTable) },
        ];
  return [
    ...tables,
    { file: file(1, '-feed'), text: gameDaysView(layout === 'single' ? single : sharded) },
    {
      file: file(2, '-fill'),
      text: `-- The cells from before the feed. Rows that it has written meanwhile become one with these.\n${gameDaysFill}\n`,
    },
  ];
}

/** What the tables that store rows have of their layout. */
interface StoredTables {
  /** Behind the name of a table. */
  local: string;
  /** Behind the name of what is created. */
  onCluster: string;
  engine: string;
}

const single: StoredTables = { local: '', onCluster: '', engine: 'ReplacingMergeTree(version)' };
const sharded: StoredTables = {
  local: '_local',
  onCluster: ' {on_cluster}',
  engine:
    "ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}', version)",
};

type Column = readonly [name: string, type: string];
const dimensionNames: ReadonlySet<string> = new Set(Object.values(dimensionColumns));

function keyColumns(grain: Grain): Column[] {
  return cellKey.map((name) => {
    if (name === 'bucket') return [name, grains[grain].bucketType];
    return [name, dimensionNames.has(name) ? 'UInt16' : 'UInt8'];
  });
}

const columnList = (columns: readonly Column[]) =>
  columns.map(([name, type]) => `  ${name} ${type}`).join(',\n');
const bitmap: Column = [players.bitmap.column, players.bitmap.type];
const sums: Column[] = [...measures, players].map(({ column, type }) => [column, type]);
// Neighbouring cells have numbers of like size: T64 stores only the bits that differ.
const packed = (columns: readonly Column[]): Column[] =>
  columns.map(([name, type]) => [name, `${type} CODEC(T64, ZSTD(1))`]);

// A bucket is clean in PostgreSQL only when its cells survive a power loss.
const durable = 'fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1';

function inputTable(grain: Grain, { local, onCluster }: StoredTables): string {
  return `-- Receives the refresh of ${grain} buckets and stores nothing: one statement computes sums and players, two views part them.
CREATE TABLE IF NOT EXISTS ${rollupTable(grain, 'input')}${local}${onCluster} (
${columnList([...keyColumns(grain), ...sums, bitmap, ['version', 'UInt64']])}
) ENGINE = Null
`;
}

function sumsTable(grain: Grain, { local, onCluster, engine }: StoredTables): string {
  const described = levels.map(({ dimensions }, level) => `${level} ${dimensions.join(' and ') || 'none'}`);
  return `-- Sums per ${grain}. \`level\` is the set of dimensions that a row has:
-- ${described.join(', ')}.
-- A dimension that a row does not have is 0, and so is session_type in the rows of all types together.
-- zero_round counts the sessions without a round, open_zero_round the open ones among them.
-- A refresh inserts its buckets again with a higher version, so read it through FINAL. An hour after the last refresh the
-- engine merges the parts into one: FINAL then has nothing left to combine.
-- Not partitioned: a query pays for every part it touches.
CREATE TABLE IF NOT EXISTS ${rollupTable(grain, 'sums')}${local}${onCluster} (
${columnList([...keyColumns(grain), ...packed(sums), ['version', 'UInt64 CODEC(ZSTD(1))']])}
) ENGINE = ${engine}
ORDER BY (${sortingKey.join(', ')})
SETTINGS index_granularity = 512, min_age_to_force_merge_seconds = 3600,
  ${durable}
`;
}

function playersTable(grain: Grain, { local, onCluster, engine }: StoredTables): string {
  const partition = grains[grain].isPartitionedByYear ? '\nPARTITION BY toYear(bucket)' : '';
  return `-- The players behind the rows of ${rollupTable(grain, 'sums')}, per type; those of all types are the union of both bitmaps.
-- Granules are small, because one bitmap is as large as hundreds of plain rows.
CREATE TABLE IF NOT EXISTS ${rollupTable(grain, 'players')}${local}${onCluster} (
${columnList([...keyColumns(grain), bitmap, ['version', 'UInt64 CODEC(ZSTD(1))']])}
) ENGINE = ${engine}${partition}
ORDER BY (${sortingKey.join(', ')})
SETTINGS index_granularity = 32,
  ${durable}
`;
}

function sumsView(grain: Grain, { local, onCluster }: StoredTables): string {
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_${grain}_feed_v1${onCluster} TO ${rollupTable(grain, 'sums')}${local} AS
SELECT ${sumsColumns.join(', ')}
FROM ${rollupTable(grain, 'input')}${local}
`;
}

function playersView(grain: Grain, { local, onCluster }: StoredTables): string {
  const columns = [...cellKey, players.bitmap.column, 'version'].join(', ');
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_${grain}_players_feed_v1${onCluster} TO ${rollupTable(grain, 'players')}${local} AS
SELECT ${columns}
FROM ${rollupTable(grain, 'input')}${local} WHERE session_type > 0
`;
}

function distributedTable(name: string): string {
  return `-- A cell is on one shard: its players are counted over all sessions, and counts of parts of them would not add up.
CREATE TABLE IF NOT EXISTS ${name} {on_cluster} AS ${name}_local
ENGINE = Distributed('{cluster}', currentDatabase(), '${name}_local', cityHash64(bucket, integration_id, operator_id, game_id))
`;
}

function gameDays({ local, onCluster, engine }: StoredTables): string {
  return `-- The cells of days by integration and game, per type, the days of each game one after the other.
-- It is derived from ${rollupTable('day', 'sums')} and ${rollupTable('day', 'players')}: backups leave it out, and repair-store makes it anew.
CREATE TABLE IF NOT EXISTS ${gameDaysTable}${local}${onCluster} (
${columnList([...keyColumns('day'), ...packed(sums), bitmap, ['version', 'UInt64 CODEC(ZSTD(1))']])}
) ENGINE = ${engine}
PARTITION BY toYear(bucket)
ORDER BY (${gameDaysSortingKey.join(', ')})
SETTINGS index_granularity = 32,
  ${durable}
`;
}

function gameDaysView({ local, onCluster }: StoredTables): string {
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_day_games_feed_v1${onCluster} TO ${gameDaysTable}${local} AS
SELECT ${inputColumns.join(', ')}
FROM ${rollupTable('day', 'input')}${local} WHERE level = ${gameDaysLevel} AND session_type > 0
`;
}

const gameDayCells = (table: string, columns: readonly string[]) =>
  `(SELECT ${columns.join(', ')} FROM ${table} FINAL WHERE level = ${gameDaysLevel} AND session_type > 0)`;

/** What the table has to contain: the cells of both tables of days, put together. */
export const gameDaysFromDays = `SELECT ${inputColumns.join(', ')}
FROM ${gameDayCells(rollupTable('day', 'players'), [...cellKey, bitmap[0]])} AS bitmaps
GLOBAL INNER JOIN ${gameDayCells(rollupTable('day', 'sums'), sumsColumns)} AS cells
USING (${cellKey.join(', ')})`;

/** Fills the table from them. */
export const gameDaysFill = `INSERT INTO ${gameDaysTable} (${inputColumns.join(', ')})
${gameDaysFromDays}`;
