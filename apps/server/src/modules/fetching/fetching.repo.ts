import type { Db, Postgres } from '../../infra/postgres/index.ts';

// Any pair of numbers starting with one that no other lock of the hub uses.
const fetchLock = 7_305_300;

/** Counts the fetch jobs that are waiting or active. */
export async function countOpenFetches(db: Db, jobName: string): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('name', '=', jobName)
    .where('state', 'in', ['waiting', 'active'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Held while an integration is being fetched, in one process of all. */
export interface FetchLock {
  release(): Promise<void>;
}

/**
 * Acquires the lock of an integration, or returns null while another process has it. It belongs to a connection: a hub
 * that dies loses it at once, and when the connection is lost, `onLost` is called.
 */
export async function tryFetchLock(
  postgres: Postgres,
  integrationId: number,
  onLost: (error: Error) => void,
): Promise<FetchLock | null> {
  const client = await postgres.pool.connect();
  let lost = false;
  const handleLoss = (error: Error) => {
    lost = true;
    onLost(error);
  };
  client.on('error', handleLoss);
  const releaseClient = (destroy: boolean) => {
    client.off('error', handleLoss);
    client.release(destroy);
  };
  try {
    const { rows } = await client.query<{ acquired: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS acquired',
      [fetchLock, integrationId],
    );
    if (rows[0]?.acquired !== true) {
      releaseClient(false);
      return null;
    }
  } catch (error) {
    releaseClient(true);
    throw error;
  }
  return {
    async release() {
      if (lost) return releaseClient(true);
      try {
        await client.query('SELECT pg_advisory_unlock($1, $2)', [fetchLock, integrationId]);
        releaseClient(false);
      } catch {
        // The lock goes with the connection.
        releaseClient(true);
      }
    },
  };
}
