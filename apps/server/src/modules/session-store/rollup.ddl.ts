/**
 * The rollup's tables as ClickHouse migrations. The files in `migrations/clickhouse` are what is applied; a test keeps them
 * equal to these texts. A change of a released schema needs tables of the next version beside these, and a rebuild.
 */
import {
  cellKey,
  dimensionColumns,
  type Grain,
  grains,
  levels,
  measures,
  players,
  rollupTable,
  sortingKey,
  sumsColumns,
} from './rollup.schema.ts';

/** Names and texts of the migration files of a grain. A file holds one statement that can run twice. */
export function rollupMigrations(grain: Grain, firstNumber: number): { file: string; text: string }[] {
  const number = (offset: number) => String(firstNumber + offset).padStart(3, '0');
  return [
    { file: `${number(0)}-rollup-${grain}-input.sql`, text: inputTable(grain) },
    { file: `${number(1)}-rollup-${grain}.sql`, text: sumsTable(grain) },
    { file: `${number(2)}-rollup-${grain}-players.sql`, text: playersTable(grain) },
    { file: `${number(3)}-rollup-${grain}-feed.sql`, text: sumsView(grain) },
    { file: `${number(4)}-rollup-${grain}-players-feed.sql`, text: playersView(grain) },
  ];
}

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

function inputTable(grain: Grain): string {
  return `-- Receives the refresh of ${grain} buckets and stores nothing: one statement computes sums and players, two views part them.
CREATE TABLE IF NOT EXISTS ${rollupTable(grain, 'input')} (
${columnList([...keyColumns(grain), ...sums, bitmap, ['version', 'UInt64']])}
) ENGINE = Null
`;
}

function sumsTable(grain: Grain): string {
  const described = levels.map(({ dimensions }, level) => `${level} ${dimensions.join(' and ') || 'none'}`);
  return `-- Sums per ${grain}. \`level\` is the set of dimensions that a row has:
-- ${described.join(', ')}.
-- A dimension that a row does not have is 0, and so is session_type in the rows of all types together.
-- zero_round counts the sessions without a round, open_zero_round the open ones among them.
-- A refresh inserts its buckets again with a higher version, so read it through FINAL. An hour after the last refresh the
-- engine merges the parts into one: FINAL then has nothing left to combine.
-- Not partitioned: a query pays for every part it touches.
CREATE TABLE IF NOT EXISTS ${rollupTable(grain, 'sums')} (
${columnList([...keyColumns(grain), ...packed(sums), ['version', 'UInt64 CODEC(ZSTD(1))']])}
) ENGINE = ReplacingMergeTree(version)
ORDER BY (${sortingKey.join(', ')})
SETTINGS index_granularity = 512, min_age_to_force_merge_seconds = 3600,
  ${durable}
`;
}

function playersTable(grain: Grain): string {
  const partition = grains[grain].isPartitionedByYear ? '\nPARTITION BY toYear(bucket)' : '';
  return `-- The players behind the rows of ${rollupTable(grain, 'sums')}, per type; those of all types are the union of both bitmaps.
-- Granules are small, because one bitmap is as large as hundreds of plain rows.
CREATE TABLE IF NOT EXISTS ${rollupTable(grain, 'players')} (
${columnList([...keyColumns(grain), bitmap, ['version', 'UInt64 CODEC(ZSTD(1))']])}
) ENGINE = ReplacingMergeTree(version)${partition}
ORDER BY (${sortingKey.join(', ')})
SETTINGS index_granularity = 32,
  ${durable}
`;
}

function sumsView(grain: Grain): string {
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_${grain}_feed_v1 TO ${rollupTable(grain, 'sums')} AS
SELECT ${sumsColumns.join(', ')}
FROM ${rollupTable(grain, 'input')}
`;
}

function playersView(grain: Grain): string {
  const columns = [...cellKey, players.bitmap.column, 'version'].join(', ');
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS rollup_${grain}_players_feed_v1 TO ${rollupTable(grain, 'players')} AS
SELECT ${columns}
FROM ${rollupTable(grain, 'input')} WHERE session_type > 0
`;
}
