/** Background jobs: stored in PostgreSQL, requeued after a crash, with progress over the socket. */
export { type AnyJob, createJobEngine, type JobEngine } from './queue.ts';
export { requeueLostJobs } from './requeue.ts';
export { JobInterrupted } from './runner.ts';
export { migrateQueue, planQueue, type QueuePlan } from './schema.ts';
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
