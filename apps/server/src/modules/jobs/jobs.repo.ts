import type { JobQueue } from '@ludus/contract';
import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import { type JobRow, jobRow } from '../../infra/queue/index.ts';

/** Jobs of a queue that run or wait their turn, running ones first, each in the order they came; of one user when given. */
export async function listOpenJobs(
  db: Db,
  filter: { queue: JobQueue; userId: string | null },
  now: Date,
): Promise<JobRow[]> {
  let query = db
    .selectFrom('jobs')
    .selectAll()
    .where('queue', '=', filter.queue)
    .where('state', 'in', ['active', 'waiting', 'delayed'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(500);
  if (filter.userId !== null) query = query.where('user_id', '=', filter.userId);
  const open = (await query.execute())
    .map((row) => jobRow(row, now))
    .filter((job) => job.state !== 'delayed');
  return [...open.filter((job) => job.state === 'active'), ...open.filter((job) => job.state !== 'active')];
}

export async function findJob(db: Db, id: string, now: Date): Promise<JobRow | null> {
  const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : jobRow(row, now);
}

export interface BoardJobs {
  active: JobRow[];
  waiting: JobRow[];
  delayed: JobRow[];
  completed: JobRow[];
  failed: JobRow[];
}

const mostFinished = 100;

// A fetch ends as completed when one of its platforms failed: the others are in the session store.
const hasFailedPart = sql<boolean>`jsonb_path_exists(integrations, '$[*] ? (@.error != null)')`;

// Jobs that the clock repeats would leave no place for others: of each, only the last run of the last day is shown.
const isLastRun = sql<boolean>`(
  jobs.user_id <> 'system' OR jobs.singleton_key IS NULL OR (
    jobs.finished_at > now() - interval '1 day' AND NOT EXISTS (
      SELECT FROM jobs AS later
      WHERE later.name = jobs.name AND later.singleton_key = jobs.singleton_key
        AND later.finished_at > jobs.finished_at AND later.state <> 'cancelled'
    )
  )
)`;

/**
 * A queue by state: open jobs in the order they came or are due, finished ones newest first. A completed job in which an
 * integration failed is among the failed ones. Of jobs that the hub itself repeats, only the last run is there.
 */
export async function listBoard(db: Db, queue: JobQueue, now: Date): Promise<BoardJobs> {
  const jobs = () => db.selectFrom('jobs').selectAll().where('queue', '=', queue);
  const finished = () =>
    jobs().where(isLastRun).orderBy('finished_at', 'desc').orderBy('id').limit(mostFinished);
  const [open, completed, failed] = await Promise.all([
    jobs()
      .where('state', 'in', ['active', 'waiting', 'delayed'])
      .orderBy('start_after')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    finished()
      .where('state', '=', 'completed')
      .where(({ not }) => not(hasFailedPart))
      .execute(),
    finished()
      .where('retried_as', 'is', null)
      .where((where) =>
        where.or([
          where('state', '=', 'failed'),
          where.and([where('state', '=', 'completed'), hasFailedPart]),
        ]),
      )
      .execute(),
  ]);
  const rows = open.map((row) => jobRow(row, now));
  return {
    active: rows.filter((job) => job.state === 'active'),
    waiting: rows.filter((job) => job.state === 'waiting'),
    delayed: rows.filter((job) => job.state === 'delayed'),
    completed: completed.map((row) => jobRow(row, now)),
    failed: failed.map((row) => jobRow(row, now)),
  };
}
