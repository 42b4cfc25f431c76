import type { Db, Postgres, SessionLock } from '../../infra/postgres/index.ts';

// Any pair of numbers starting with one that no other lock of the hub uses.
const fetchLock = 7_305_300;

/** Counts the jobs of these names that are waiting or active. */
export async function countOpenJobs(db: Db, jobNames: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('name', 'in', jobNames)
    .where('state', 'in', ['waiting', 'active'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Held while an integration is being fetched, in one process of all. */
export type FetchLock = SessionLock;

/**
 * Acquires the lock of an integration, or returns null while another fetch has it. A hub that dies loses it at once, and when
 * its connection is lost, `onLost` is called.
 */
export function tryFetchLock(
  { session }: Pick<Postgres, 'session'>,
  integrationId: number,
  onLost: (error: Error) => void,
): Promise<FetchLock | null> {
  return session.tryLock([fetchLock, integrationId], onLost);
}
