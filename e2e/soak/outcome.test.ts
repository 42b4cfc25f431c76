import { describe, expect, it } from 'vitest';
import { judge, readPeople, readSample, type Sample } from './outcome.ts';

const sample = (seconds: number, own: Partial<Sample> = {}): Sample => ({
  seconds,
  startedAt: 1_000,
  memoryBytes: 500e6,
  heapBytes: 100e6,
  eventLoopP99: 0.012,
  serverErrors: 0,
  failedJobs: 0,
  sockets: 50,
  ...own,
});
const people = {
  calls: 1_000,
  failedCalls: 0,
  failedChecks: 0,
  people: 50,
  stayed: 50,
  lostSockets: 2,
  screens: 300,
  medianMs: 8,
  p95Ms: 40,
};
/** A reading a minute, an hour long. */
const hour = (own: (minute: number) => Partial<Sample>) =>
  Array.from({ length: 60 }, (_, minute) => sample(minute * 60, own(minute)));

describe('a reading', () => {
  it('has memory, event loop, server errors and failed jobs, whatever their labels', () => {
    const text = [
      '# HELP process_resident_memory_bytes Resident memory size in bytes.',
      'process_resident_memory_bytes 612000000',
      'process_start_time_seconds 1790000000',
      'nodejs_heap_size_used_bytes 98000000',
      'nodejs_eventloop_lag_p99_seconds 0.0113',
      'hub_http_request_seconds_count{endpoint="listSessions",method="GET",status="200"} 70',
      'hub_http_request_seconds_count{endpoint="listSessions",method="GET",status="503"} 2',
      'hub_http_request_seconds_count{endpoint="getGame",method="GET",status="500"} 1',
      'hub_job_failures_total{name="export"} 4',
      'hub_sockets 50',
    ].join('\n');
    expect(readSample(text, 30)).toEqual({
      seconds: 30,
      startedAt: 1_790_000_000,
      memoryBytes: 612_000_000,
      heapBytes: 98_000_000,
      eventLoopP99: 0.0113,
      serverErrors: 3,
      failedJobs: 4,
      sockets: 50,
    });
  });

  it('of another page is an error', () => {
    expect(() => readSample('<html>', 0)).toThrow('/metrics has no process_start_time_seconds.');
  });
});

it('the summary of k6 has its failures', () => {
  const metrics = {
    http_reqs: { values: { count: 90, rate: 1.5 } },
    http_req_failed: { values: { rate: 0.1, passes: 9, fails: 81 } },
    http_req_duration: { values: { med: 5.5, 'p(95)': 31 } },
    checks: { values: { rate: 0.9, passes: 70, fails: 7 } },
    screens: { values: { count: 30 } },
    vus_max: { values: { value: 12, min: 12, max: 12 } },
    stayed: { values: { count: 11 } },
  };
  expect(readPeople(JSON.stringify({ metrics }))).toEqual({
    calls: 90,
    failedCalls: 9,
    failedChecks: 7,
    people: 12,
    stayed: 11,
    lostSockets: 0,
    screens: 30,
    medianMs: 5.5,
    p95Ms: 31,
  });
});

describe('a run', () => {
  it('passes with memory that grew while caches filled, and less than a tenth after that', () => {
    const samples = hour((minute) => ({
      memoryBytes: (minute < 15 ? 300 + minute * 10 : 500 + minute / 2) * 1e6,
    }));
    const { lines, failures } = judge(samples, people, 900);
    expect(failures).toEqual([]);
    expect(lines[2]).toBe(
      'memory of the hub 510 MB after the warm-up, 528 MB at the end (+3.5 %); heap 100 MB and 100 MB (+0.0 %)',
    );
  });

  it('fails when memory goes on to grow', () => {
    const { failures } = judge(
      hour((minute) => ({ memoryBytes: (500 + minute * 3) * 1e6 })),
      people,
      900,
    );
    expect(failures).toEqual(['memory grew by +19.4 %']);
  });

  it('fails when the event loop is slow more often than not', () => {
    const slow = hour((minute) => ({ eventLoopP99: minute % 2 === 0 ? 0.08 : 0.06 }));
    expect(judge(slow, people, 900).failures).toEqual(['the event loop was delayed by 60.0 ms (p99)']);
    const once = hour((minute) => ({ eventLoopP99: minute === 30 ? 0.3 : 0.02 }));
    expect(judge(once, people, 900).failures).toEqual([]);
  });

  it('fails for each kind of error', () => {
    const samples = hour((minute) => ({
      startedAt: minute < 40 ? 1_000 : 4_000,
      serverErrors: minute < 50 ? 0 : 2,
      failedJobs: minute < 55 ? 0 : 1,
    }));
    const unlucky = { ...people, failedCalls: 3, failedChecks: 4, stayed: 45 };
    expect(judge(samples, unlucky, 900).failures).toEqual([
      '3 requests failed',
      '4 checks failed',
      'only 45 of 50 people worked to the end',
      '2 responses were 5xx',
      '1 jobs failed',
      'the hub was started again 1 times',
    ]);
  });

  it('fails without readings', () => {
    expect(judge([sample(0)], people, 900).failures).toEqual(['there are too few readings of /metrics']);
  });
});
