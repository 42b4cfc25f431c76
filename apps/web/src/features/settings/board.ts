import type { Job, listAllJobs, ResponseOf } from '@ludus/contract';
import { countUndelivered } from '../../domain/job/jobs.ts';

/** In the order of a job's life: what waits for its time, for its turn, runs, and has ended. */
export const jobColumns = ['delayed', 'waiting', 'active', 'completed', 'failed'] as const;
export type JobColumn = (typeof jobColumns)[number];
export type Board = Pick<ResponseOf<typeof listAllJobs>, JobColumn | 'more'>;

/** How many jobs of a column the server left out: it lists the first ones of those that are open. */
export const leftOut = ({ more }: Board, column: JobColumn): number =>
  column === 'completed' || column === 'failed' ? 0 : more[column];

const time = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));

const orders: Record<JobColumn, (a: Job, b: Job) => number> = {
  active: (a, b) => time(a.processedOn) - time(b.processedOn),
  waiting: (a, b) => time(a.timestamp) - time(b.timestamp),
  completed: (a, b) => time(b.finishedOn) - time(a.finishedOn),
  delayed: (a, b) => a.delay - b.delay,
  failed: (a, b) => time(b.finishedOn) - time(a.finishedOn),
};

/** Columns in the order of the table: what runs and waits before what has ended. */
const tableOrder = ['active', 'waiting', 'delayed', 'failed', 'completed'] as const;

export interface ListedJob {
  job: Job;
  column: JobColumn;
}

/** The jobs of all columns in one list: open ones as they come, then those that have ended, newest first. */
export function listJobs(board: Board): ListedJob[] {
  const all = tableOrder.flatMap((column) => board[column].map((job) => ({ job, column })));
  const isOpen = ({ job }: ListedJob) => job.finishedOn === null;
  return [
    ...all.filter(isOpen),
    ...all
      .filter((listed) => !isOpen(listed))
      .sort((one, other) => time(other.job.finishedOn) - time(one.job.finishedOn)),
  ];
}

/** The jobs of both queues by column: open ones as they come, finished ones newest first. */
export function joinBoards(boards: readonly Board[]): Board {
  const column = (name: JobColumn) => boards.flatMap((board) => board[name]).sort(orders[name]);
  const sum = (count: (board: Board) => number) => boards.reduce((total, board) => total + count(board), 0);
  return {
    active: column('active'),
    waiting: column('waiting'),
    completed: column('completed'),
    delayed: column('delayed'),
    failed: column('failed'),
    more: {
      active: sum(({ more }) => more.active),
      waiting: sum(({ more }) => more.waiting),
      delayed: sum(({ more }) => more.delayed),
    },
  };
}

const mostRuns = 5;

/**
 * The last reports of the type that a delayed job sends, newest first, as far as the board lists them: what the clock sent to all
 * integrations.
 */
export function findLastRuns({ completed, failed }: Board, job: Job): Job[] {
  if (job.state !== 'delayed' || job.name !== 'email-report') return [];
  const isOfKind = ({ name, data }: Job) =>
    name === job.name && data.type === job.data.type && data.userId === job.data.userId;
  return [...completed, ...failed].filter(isOfKind).sort(orders.completed).slice(0, mostRuns);
}

/** Which integrations a job is of: null is all of them. */
export function integrationsOf({ data }: Pick<Job, 'data'>): readonly number[] | null {
  if (Array.isArray(data.integrationIds)) return data.integrationIds.filter((id) => typeof id === 'number');
  return typeof data.integrationId === 'number' ? [data.integrationId] : null;
}

/** Whether the texts of a card contain every typed word. */
export function matches(texts: readonly string[], query: string): boolean {
  const text = texts.join(' ').toLocaleLowerCase('it');
  return query
    .toLocaleLowerCase('it')
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What a job that has ended leaves to look at: parts that failed, and rows in quarantine. */
export function remarksOf({ state, summary, integrations }: Job) {
  const hasErrors = countUndelivered(summary) > 0 || integrations.some(({ error }) => error !== null);
  const hasQuarantined = integrations.some(({ quarantined }) => quarantined > 0);
  return { hasErrors, hasQuarantined, isPartial: state === 'completed' && (hasErrors || hasQuarantined) };
}
