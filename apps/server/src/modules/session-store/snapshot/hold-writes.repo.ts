import { sql } from 'kysely';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { writeLock } from '../dirty-buckets.repo.ts';
import { playersLock } from '../players.repo.ts';

/** How long running writes may take to end; new ones wait behind, so that fetches pause for no longer than this. */
const lockTimeout = '60s';

/**
 * Runs work while no process writes sessions or numbers players; reads go on. What is read from PostgreSQL first and from
 * ClickHouse then belongs together: a refresh of the rollup may end in between, whose buckets PostgreSQL still has as dirty.
 */
export function withoutIngest<T>(postgres: Postgres, work: () => Promise<T>): Promise<T> {
  return postgres.transaction(async (tx) => {
    await sql`SET LOCAL lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx);
    // New players are numbered before the write of their sessions begins, never within it.
    await sql`SELECT pg_advisory_xact_lock(${playersLock})`.execute(tx);
    await sql`SELECT pg_advisory_xact_lock(${writeLock})`.execute(tx);
    return work();
  });
}
