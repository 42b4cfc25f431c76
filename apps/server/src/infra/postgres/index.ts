/** PostgreSQL: the server (embedded or given), the pool, transactions and migrations. */
export { afterCommit } from './after-commit.ts';
export type { Database, Db, Tx } from './database.ts';
export { acquireExclusiveLock, type ExclusiveLock } from './exclusive-lock.ts';
export { grantRows, roleOf } from './grants.ts';
export {
  checkNames,
  listPostgresMigrations,
  type MigrationSource,
  migratePostgres,
  type PostgresPlan,
  planPostgres,
} from './migrate.ts';
export { underMigrationLock } from './migration-lock.ts';
export {
  checkRuntimeRole,
  connectPostgres,
  createDatabase,
  type DatabaseAddresses,
  openPostgres,
  type Postgres,
  type QueryListener,
  withOwner,
} from './postgres.ts';
export { addressFor, prepareRoles, type Roles } from './roles.ts';
export {
  createPostgresSession,
  type PostgresSession,
  type SessionLock,
  type SessionTimes,
} from './session.ts';
