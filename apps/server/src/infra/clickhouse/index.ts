/** ClickHouse: the engine inside the hub or a server, behind one way to read, write and stream. */
export { type ClickHouse, openClickHouse, type StreamFormat } from './clickhouse.ts';
export { ClickHouseError } from './engine.ts';
export { assertLayout, assertShards, LayoutError } from './layout.clickhouse.ts';
export {
  type Layout,
  layoutOf,
  type MigrateOptions,
  migrateClickHouse,
  planClickHouse,
  readMigrations,
} from './migrate.ts';
export { type BeginQuery, observeClickHouse } from './observed.ts';
export { quote } from './params.ts';
export { assertServer } from './refusals.ts';
export { type BinaryColumn, RowBinaryReader, RowBinaryWriter } from './row-binary.ts';
export type { QueryOptions, QuerySettings } from './statement.ts';
