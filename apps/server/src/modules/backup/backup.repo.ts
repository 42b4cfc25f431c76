import type { Db } from '../../infra/postgres/index.ts';

/** The latest backup that a job has completed; null before the first. */
export async function findLatestBackup(db: Db): Promise<{ endedAt: Date; seconds: number } | null> {
  const row = await db
    .selectFrom('jobs')
    .select(['started_at', 'finished_at'])
    .where('name', '=', 'backup')
    .where('state', '=', 'completed')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.finished_at == null || row.started_at === null) return null;
  return {
    endedAt: row.finished_at,
    seconds: (row.finished_at.getTime() - row.started_at.getTime()) / 1000,
  };
}
