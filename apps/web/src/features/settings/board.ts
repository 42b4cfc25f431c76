import type { Job, listAllJobs, ResponseOf } from '@ludus/contract';

export const columnNames = ['active', 'waiting', 'completed', 'delayed', 'failed'] as const;
export type ColumnName = (typeof columnNames)[number];
export type Board = ResponseOf<typeof listAllJobs>;

const time = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));

const orders: Record<ColumnName, (a: Job, b: Job) => number> = {
  active: (a, b) => time(a.processedOn) - time(b.processedOn),
  waiting: (a, b) => time(a.timestamp) - time(b.timestamp),
  completed: (a, b) => time(b.finishedOn) - time(a.finishedOn),
  delayed: (a, b) => a.delay - b.delay,
  failed: (a, b) => time(b.finishedOn) - time(a.finishedOn),
};

/** The jobs of both queues by column: open ones as they come, finished ones newest first. */
export function joinBoards(boards: readonly Board[]): Board {
  const column = (name: ColumnName) => boards.flatMap((board) => board[name]).sort(orders[name]);
  return {
    active: column('active'),
    waiting: column('waiting'),
    completed: column('completed'),
    delayed: column('delayed'),
    failed: column('failed'),
  };
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
