import type { Log } from '../log/index.ts';

const quietMs = 60_000;
/** Reasons that are remembered; queries with values in them could make up any number. */
const maxReasons = 100;

/**
 * Logs what goes wrong in the queue, each reason once a minute with how often it was left out: while PostgreSQL is away each
 * queue of a worker reports it every two seconds.
 */
export function createErrorLog(log: Log, now: () => number = Date.now): (error: unknown) => void {
  const reasons = new Map<string, { loggedAt: number; leftOut: number }>();
  return (error) => {
    // The client adds the queue and the worker.
    const reason = String((error as { message?: unknown } | null)?.message).replace(/ \(Queue: .*$/, '');
    const known = reasons.get(reason);
    if (known !== undefined && now() - known.loggedAt < quietMs) {
      known.leftOut += 1;
      return;
    }
    if (reasons.size >= maxReasons) reasons.clear();
    reasons.set(reason, { loggedAt: now(), leftOut: 0 });
    const repeated = known?.leftOut ?? 0;
    log.error({ err: error, ...(repeated === 0 ? {} : { repeated }) }, 'the job queue reports an error');
  };
}
