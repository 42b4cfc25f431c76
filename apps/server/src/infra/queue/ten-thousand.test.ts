import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import { createMetrics } from '../metrics/index.ts';
import type { Postgres } from '../postgres/index.ts';
import { createJobEngine, defineJob, type JobEngine } from './index.ts';

const count = 10_000;
const payload = z.strictObject({ n: z.int() });

let postgres: Postgres;
const engines: JobEngine[] = [];

beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(async () => {
  for (const engine of engines) await engine.stop(1_000);
  await postgres?.close();
});

it('ten thousand jobs that wait hold up no job of another kind, and each runs once', async () => {
  const runs = new Map<number, number>();
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
  const metrics = createMetrics();
  const engine = createJobEngine({
    postgres,
    realtime: { publish: () => {} },
    metrics,
    log: silentLog,
  });
  engines.push(engine);
  engine.register([many, urgent]);
  await engine.start({ works: true, schedules: false });
  const payloads = Array.from({ length: count }, (_, n) => ({ n }));
  let at = performance.now();
  const lap = (what: string) => {
    console.log(what, Math.round(performance.now() - at));
    at = performance.now();
  };
  await postgres.transaction((tx) => engine.enqueueAll(many, payloads, tx));
  lap('added');
  const text = await metrics.registry.metrics();
  expect(text).toContain(`hub_jobs_waiting{name="many",scope="hub"} ${count}`);
  lap('metrics');
  await engine.work({ isOnlyWorker: true });
  const id = await engine.enqueue(urgent, { n: 1 });
  expect((await engine.waitForCompletion(id)).state).toBe('completed');
  lap('urgent');
  console.log('ran meanwhile', runs.size);
  await expect.poll(() => runs.size, { timeout: 600_000, interval: 500 }).toBe(count);
  lap('all');
  expect(Math.max(...runs.values())).toBe(1);
}, 900_000);
