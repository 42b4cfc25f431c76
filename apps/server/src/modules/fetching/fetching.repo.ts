import type { Db } from '../../infra/postgres/index.ts';

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
