/** `npm run simulate -- --seeds N [--from S] [--steps M]`: simulates N seeds from S on, and names those that fail. */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { TestProject } from 'vitest/node';
import { fastestParent } from '../../../../../../scripts/lib/temporary.mjs';
import { temporaryFolder } from '../../../folders.ts';
import setUpServer, { type TestServer } from '../../../global-setup.ts';
import { simulate } from './simulate.ts';
import { SimulatedStores } from './stores.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '25' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string' },
    trail: { type: 'boolean', default: false },
  },
});
const [from, seeds] = [Number(values.from), Number(values.seeds)];
const counts = new Map<string, number>();
const options = {
  count: (kind: string) => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
  ...(values.steps === undefined ? {} : { steps: Number(values.steps) }),
  ...(values.trail ? { note: (line: string) => console.log(`  ${line}`) } : {}),
};

const reportedEvery = 100;
const progressLine = (done: number) =>
  `${new Date().toISOString()} ${done} of ${seeds} seeds in ${Math.round((Date.now() - started) / 1000)} s, failed: ${failed.join(', ') || 'none'}`;

process.env.TMPDIR = fastestParent();
let server: TestServer | undefined;
const project = { provide: (_key: string, value: TestServer) => (server = value) } as unknown as TestProject;
const stop = await setUpServer(project);
const dataDir = await temporaryFolder('simulation');
const failed: number[] = [];
const started = Date.now();
if (server === undefined || server.failure !== null) throw new Error(server?.failure ?? 'No PostgreSQL');
const stores = await SimulatedStores.open(server, dataDir);
try {
  for (let seed = from; seed < from + seeds; seed += 1) {
    try {
      await simulate(seed, stores, options);
    } catch (error) {
      failed.push(seed);
      console.error(error instanceof Error ? error.message : error);
    }
    const done = seed - from + 1;
    if (done % reportedEvery === 0) console.log(progressLine(done));
  }
} finally {
  await stores.close();
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}
const seconds = Math.round((Date.now() - started) / 1000);
console.log(`${seeds} seeds from ${from} in ${seconds} s, failed: ${failed.join(', ') || 'none'}.`);
for (const [kind, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${String(count).padStart(8)} ${kind}`);
process.exit(failed.length === 0 ? 0 : 1);
