/** Background jobs: kept in PostgreSQL, taken up again after a crash, watched over the socket. */
export { type AnyJob, createJobEngine, type JobEngine } from './queue.ts';
export { JobInterrupted } from './runner.ts';
export { type JobsTable, jobRow, shownPayload } from './table.ts';
export {
  defineJob,
  type EnqueueOptions,
  type FailedJob,
  type JobContext,
  type JobDefinition,
  type JobOptions,
  type JobQueueClient,
  type JobRow,
} from './types.ts';
