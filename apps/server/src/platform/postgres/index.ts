/** PostgreSQL: the server (embedded or given), the pool, transactions and migrations. */
export { afterCommit } from './after-commit.ts';
export type { Database, Db, Tx } from './database.ts';
export { checkNames, migratePostgres } from './migrate.ts';
export { connectPostgres, createDatabase, openPostgres, type Postgres } from './postgres.ts';
