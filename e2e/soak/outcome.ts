/** What a soak run has measured, and whether it is good enough. */

/** One reading of `/metrics` of the hub. */
export interface Sample {
  /** Since people began to work. */
  seconds: number;
  startedAt: number;
  memoryBytes: number;
  heapBytes: number;
  /** Of the time since the reading before. */
  eventLoopP99: number;
  serverErrors: number;
  failedJobs: number;
  sockets: number;
}

/** What k6 counted. */
export interface PeopleSummary {
  calls: number;
  failedCalls: number;
  failedChecks: number;
  people: number;
  /** How many of them worked until the end. */
  stayed: number;
  /** Each connected again. */
  lostSockets: number;
  screens: number;
  medianMs: number;
  p95Ms: number;
}

export const limits = { growth: 0.1, eventLoopSeconds: 0.05 };

/** Reads the text format of Prometheus. @throws Error when a metric is missing. */
export function readSample(text: string, seconds: number): Sample {
  return {
    seconds,
    startedAt: sumOf(text, 'process_start_time_seconds'),
    memoryBytes: sumOf(text, 'process_resident_memory_bytes'),
    heapBytes: sumOf(text, 'nodejs_heap_size_used_bytes'),
    eventLoopP99: sumOf(text, 'nodejs_eventloop_lag_p99_seconds'),
    serverErrors: sumOf(text, 'hub_http_request_seconds_count', /status="5\d\d"/),
    failedJobs: sumOf(text, 'hub_job_failures_total', /./),
    sockets: sumOf(text, 'hub_sockets'),
  };
}

/** Of a metric, or of its lines whose labels match; those may be missing. */
function sumOf(text: string, name: string, labels?: RegExp): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  if (lines.length === 0 && labels === undefined) throw new Error(`/metrics has no ${name}.`);
  return lines
    .filter((line) => labels === undefined || labels.test(line.slice(name.length)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

interface K6Summary {
  metrics: Record<string, { values: Record<string, number> }>;
}

/** Reads the summary that k6 hands over at its end. */
export function readPeople(text: string): PeopleSummary {
  const { metrics } = JSON.parse(text) as K6Summary;
  const value = (metric: string, name: string) => metrics[metric]?.values[name] ?? 0;
  return {
    calls: value('http_reqs', 'count'),
    // k6 counts what it calls failed as passes of a rate.
    failedCalls: value('http_req_failed', 'passes'),
    failedChecks: value('checks', 'fails'),
    people: value('vus_max', 'max'),
    stayed: value('stayed', 'count'),
    lostSockets: value('lost_sockets', 'count'),
    screens: value('screens', 'count'),
    medianMs: value('http_req_duration', 'med'),
    p95Ms: value('http_req_duration', 'p(95)'),
  };
}

export interface Outcome {
  /** What was measured, a line each. */
  lines: string[];
  /** What is not good enough; empty when the run passed. */
  failures: string[];
}

/**
 * Judges a run. Memory counts from the end of the warm-up: the mean of its first fifth against that of its last.
 * @param warmUpSeconds how long caches may fill
 */
export function judge(samples: readonly Sample[], people: PeopleSummary, warmUpSeconds: number): Outcome {
  const warm = samples.filter(({ seconds }) => seconds >= warmUpSeconds);
  const fifth = Math.max(1, Math.floor(warm.length / 5));
  const [first, last] = [warm.slice(0, fifth), warm.slice(-fifth)];
  const memory = growthOf(first, last, 'memoryBytes');
  const heap = growthOf(first, last, 'heapBytes');
  const delays = warm.map(({ eventLoopP99 }) => eventLoopP99).sort((a, b) => a - b);
  const delay = quantile(delays, 0.5);
  const end = samples.at(-1);
  const restarts = new Set(samples.map(({ startedAt }) => startedAt)).size - 1;
  const failures = [
    [warm.length < 2, 'there are too few readings of /metrics'],
    [people.failedCalls > 0, `${people.failedCalls} requests failed`],
    [people.failedChecks > 0, `${people.failedChecks} checks failed`],
    [people.stayed < people.people, `only ${people.stayed} of ${people.people} people worked to the end`],
    [(end?.serverErrors ?? 0) > 0, `${end?.serverErrors} responses were 5xx`],
    [(end?.failedJobs ?? 0) > 0, `${end?.failedJobs} jobs failed`],
    [restarts > 0, `the hub was started again ${restarts} times`],
    [memory.growth > limits.growth, `memory grew by ${percent(memory.growth)}`],
    [delay > limits.eventLoopSeconds, `the event loop was delayed by ${ms(delay)} (p99)`],
  ] satisfies [boolean, string][];
  return {
    lines: [
      `${people.screens} screens, ${people.calls} requests: median ${people.medianMs.toFixed(1)} ms, p95 ${people.p95Ms.toFixed(1)} ms`,
      `failed requests ${people.failedCalls}, failed checks ${people.failedChecks}, 5xx ${end?.serverErrors ?? 0}, failed jobs ${end?.failedJobs ?? 0}; sockets connected again ${people.lostSockets}`,
      `memory of the hub ${mb(memory.from)} after the warm-up, ${mb(memory.to)} at the end (${percent(memory.growth)}); heap ${mb(heap.from)} and ${mb(heap.to)} (${percent(heap.growth)})`,
      `event loop delay, p99 between two readings: median ${ms(delay)}, 95 of 100 within ${ms(quantile(delays, 0.95))}, longest ${ms(quantile(delays, 1))}`,
    ],
    failures: failures.filter(([failed]) => failed).map(([, what]) => what),
  };
}

function growthOf(first: readonly Sample[], last: readonly Sample[], figure: 'memoryBytes' | 'heapBytes') {
  const mean = (samples: readonly Sample[]) =>
    samples.reduce((sum, sample) => sum + sample[figure], 0) / Math.max(1, samples.length);
  const [from, to] = [mean(first), mean(last)];
  return { from, to, growth: from === 0 ? 0 : to / from - 1 };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const ms = (seconds: number) => `${(seconds * 1000).toFixed(1)} ms`;
const percent = (share: number) => `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)} %`;
