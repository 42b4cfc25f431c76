import { inContext, type WorkContext } from '../log/index.ts';
import type { Tracing } from '../tracing/index.ts';

/** What the queue has of a job: its id, and what asked for it. Jobs of an older version have only their id. */
export type QueuedData = { id: string } & WorkContext;

/** Runs an attempt in the trace of who asked for the job; one of a schedule has a trace of its own. */
export async function runTraced(
  tracing: Tracing | undefined,
  name: string,
  { requestId, traceparent }: WorkContext,
  work: () => Promise<void>,
): Promise<void> {
  const asked = requestId === undefined ? {} : { requestId };
  const span = tracing?.start(`job ${name}`, {
    kind: 'consumer',
    parent: traceparent,
    attributes: {
      'hub.job.name': name,
      ...(requestId === undefined ? {} : { 'hub.request_id': requestId }),
    },
  });
  try {
    await inContext({ ...asked, ...(span === undefined ? {} : { traceparent: span.traceparent }) }, work);
    span?.end();
  } catch (error) {
    span?.end(error);
    throw error;
  }
}
