import { AsyncLocalStorage } from 'node:async_hooks';

/** What asked for the work that runs: a request, and every job that it started. */
export interface WorkContext {
  /** Absent for what a schedule began. */
  requestId?: string;
  /** The W3C `traceparent` of the running span, where traces are recorded. */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs work, and everything that it starts, in a context. */
export function inContext<T>(context: WorkContext | undefined, work: () => T): T {
  return context === undefined ? work() : storage.run(context, work);
}

/** The context of the running work; undefined for what the hub does of its own accord. */
export function currentContext(): WorkContext | undefined {
  return storage.getStore();
}
