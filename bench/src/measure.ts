/** Times of repeated runs, in milliseconds. */
export interface Timing {
  median: number;
  p95: number;
  first: number;
}

/** Runs work a number of times, one after another, and returns how long it took. */
export async function measure(runs: number, work: (run: number) => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await work(run);
    times.push(performance.now() - started);
  }
  return timingOf(times);
}

export function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), first: times[0] ?? 0 };
}

export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now();
  const value = await work();
  return { value, ms: performance.now() - started };
}

export const shown = (ms: number): string => (ms >= 100 ? String(Math.round(ms)) : ms.toFixed(1));
