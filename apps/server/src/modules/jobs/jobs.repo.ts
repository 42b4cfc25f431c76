import { type JobQueue, mostOpenJobs } from '@ludus/contract';
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
    .where(openState(now), '<>', 'delayed')
    .orderBy(openState(now))
    .orderBy('created_at')
    .orderBy('id')
    .limit(500);
  if (filter.userId !== null) query = query.where('user_id', '=', filter.userId);
  return (await query.execute()).map((row) => jobRow(row, now));
}

/** The state that people see of an open job: one that was put off and is due waits. */
const openState = (now: Date) =>
  sql<
    'active' | 'waiting' | 'delayed'
  >`CASE WHEN state = 'delayed' AND start_after <= ${now} THEN 'waiting' ELSE state END`;

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

export interface Board {
  jobs: BoardJobs;
  /** How many open ones are left out. */
  more: Record<'active' | 'waiting' | 'delayed', number>;
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
 * A queue by state: open jobs in the order they came or are due, the first of each state, finished ones newest first. A completed job in which an
 * integration failed is among the failed ones. Of jobs that the hub itself repeats, only the last run is there.
 */
export async function listBoard(db: Db, queue: JobQueue, now: Date): Promise<Board> {
  const jobs = () => db.selectFrom('jobs').selectAll().where('queue', '=', queue);
  const finished = () =>
    jobs().where(isLastRun).orderBy('finished_at', 'desc').orderBy('id').limit(mostFinished);
  const open = (state: 'active' | 'waiting' | 'delayed') =>
    jobs()
      .where('state', 'in', ['active', 'waiting', 'delayed'])
      .where(openState(now), '=', state)
      .orderBy('start_after')
      .orderBy('created_at')
      .orderBy('id')
      .limit(mostOpenJobs)
      .execute();
  const [active, waiting, delayed, counts, completed, failed] = await Promise.all([
    open('active'),
    open('waiting'),
    open('delayed'),
    countOpenJobs(db, queue, now),
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
  const shown = (rows: typeof active) => rows.map((row) => jobRow(row, now));
  // Rows and counts are read one after the other, and jobs go on meanwhile.
  const left = (rows: typeof active, all = 0) =>
    Math.max(0, rows.length < mostOpenJobs ? 0 : all - rows.length);
  return {
    jobs: {
      active: shown(active),
      waiting: shown(waiting),
      delayed: shown(delayed),
      completed: shown(completed),
      failed: shown(failed),
    },
    more: {
      active: left(active, counts.get('active')),
      waiting: left(waiting, counts.get('waiting')),
      delayed: left(delayed, counts.get('delayed')),
    },
  };
}

async function countOpenJobs(db: Db, queue: JobQueue, now: Date): Promise<ReadonlyMap<string, number>> {
  const open = db
    .selectFrom('jobs')
    .select(openState(now).as('state'))
    .where('queue', '=', queue)
    .where('state', 'in', ['active', 'waiting', 'delayed'])
    .as('open');
  const rows = await db
    .selectFrom(open)
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, count]));
}
