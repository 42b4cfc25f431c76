import type { JobProgress } from './store.ts';

const minimumGapMs = 250;

/** Throttles the progress of a job to at most four writes a second. */
export interface ProgressWriter {
  readonly current: JobProgress;
  set(change: Partial<JobProgress>): void;
  /** Changes what the next `set` or `flush` writes. */
  note(change: Partial<JobProgress>): void;
  /** Writes what has not been written yet; resolves when no write is running. */
  flush(): Promise<void>;
  /** Drops what has not been written, and waits for a running write. */
  discard(): Promise<void>;
}

/** `write` must not reject; calls of it never overlap. */
export function createProgressWriter(
  initial: JobProgress,
  write: (progress: JobProgress) => Promise<void>,
): ProgressWriter {
  let current = initial;
  let dirty = false;
  let timer: NodeJS.Timeout | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let writing = Promise.resolve();

  function hand(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!dirty) return;
    dirty = false;
    lastAt = performance.now();
    const snapshot = current;
    writing = writing.then(() => write(snapshot));
  }

  return {
    get current() {
      return current;
    },
    note(change) {
      current = { ...current, ...change };
      dirty = true;
    },
    set(change) {
      this.note(change);
      const gap = performance.now() - lastAt;
      if (gap >= minimumGapMs) hand();
      else timer ??= setTimeout(hand, minimumGapMs - gap);
    },
    async flush() {
      hand();
      await writing;
    },
    async discard() {
      clearTimeout(timer);
      dirty = false;
      await writing;
    },
  };
}
