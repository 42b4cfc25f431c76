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

/** Returns the summary of the comparison with the platforms that completed last. */
export async function findLastComparison(db: Db): Promise<Record<string, string | number> | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('summary')
    .where('name', '=', 'reconcile-sessions')
    .where('state', '=', 'completed')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.summary as Record<string, string | number> | undefined;
}
