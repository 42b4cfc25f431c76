import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import { createMetrics } from '../metrics/index.ts';
import type { Postgres } from '../postgres/index.ts';
import { createJobEngine, defineJob, type JobEngine } from './index.ts';

const count = 10_000;
const payload = z.strictObject({ n: z.int() });

let postgres: Postgres;
const engines: JobEngine[] = [];
/** How often each of the many jobs has run. */
const runs = new Map<number, number>();

beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop(1_000))));
afterAll(() => postgres?.close());

const many = defineJob({
  name: 'many',
  queue: 'bookkeeping',
  payload,
  options: { concurrency: 10 },
  async run({ payload: { n } }) {
    runs.set(n, (runs.get(n) ?? 0) + 1);
  },
});
const urgent = defineJob({ name: 'urgent', queue: 'reports', payload, run: async () => {} });

/** A queue client that stands for a process of its own. */
async function startEngine(metrics = createMetrics()): Promise<JobEngine> {
  const engine = createJobEngine({ postgres, realtime: { publish: () => {} }, metrics, log: silentLog });
  engines.push(engine);
  engine.register([many, urgent]);
  await engine.start({ works: true, schedules: false });
  return engine;
}

async function countByState(): Promise<Record<string, number>> {
  const { rows } = await postgres.pool.query<{ state: string; n: number }>(
    "SELECT state, count(*)::int AS n FROM jobs WHERE name = 'many' GROUP BY state ORDER BY state",
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

it('ten thousand jobs that wait hold up no other kind of job and no metric, and a process that stops loses none', async () => {
  const metrics = createMetrics();
  const first = await startEngine(metrics);
  const payloads = Array.from({ length: count }, (_, n) => ({ n }));
  await postgres.transaction((tx) => first.enqueueAll(many, payloads, tx));
  expect(await metrics.registry.metrics()).toContain(`hub_jobs_waiting{name="many",scope="hub"} ${count}`);

  await first.work({ isOnlyWorker: true });
  const id = await first.enqueue(urgent, { n: 1 });
  expect(await first.waitForCompletion(id)).toMatchObject({ state: 'completed' });
  expect(runs.size).toBeLessThan(count / 10);

  await expect.poll(() => runs.size).toBeGreaterThan(200);
  await first.stop();
  engines.pop();
  expect(await countByState()).toEqual({ completed: runs.size, waiting: count - runs.size });

  const before = runs.size;
  const second = await startEngine();
  await second.work({ isOnlyWorker: true });
  await expect.poll(() => runs.size).toBeGreaterThan(before + 200);
  await second.stop();
  engines.pop();
  expect(await countByState()).toEqual({ completed: runs.size, waiting: count - runs.size });
  expect(Math.max(...runs.values())).toBe(1);
});
