/**
 * `npm run test:soak -- --minutes 120 --people 50`: starts a fresh hub with its sandbox, lets people work in it over the
 * public API (`people.js`, played by k6), reads `/metrics` meanwhile, and prints what came out. Exit code 1 when a request, check or
 * job failed, memory grew by more than 10 % after the warm-up, or the event loop was delayed by more than 50 ms (p99).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Api } from '../support/api.ts';
import { startHubProcess } from '../support/hub-process.ts';
import { judge, readPeople, readSample, type Sample } from './outcome.ts';

const sampleMs = 15_000;
const longestWarmUpSeconds = 20 * 60;
const printEvery = 20;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '120' }, people: { type: 'string', default: '50' } },
});
const [minutes, people] = [Number(values.minutes), Number(values.people)];
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isInteger(people) || people < 1 || people > 500)
  throw new Error('--minutes is a number up to 1440, --people a whole one up to 500.');
const seconds = Math.round(minutes * 60);
const warmUpSeconds = Math.min(longestWarmUpSeconds, seconds / 4);

async function main(): Promise<boolean> {
  const k6 = process.env.K6;
  if (k6 === undefined) throw new Error('Start it with npm run test:soak, which builds k6.');
  console.log(
    `${people} people work for ${minutes} minutes, the first ${warmUpSeconds / 60} are the warm-up.`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'ludus-soak-'));
  // Platforms are fetched by the clock, as in production.
  const hub = await startHubProcess({ FETCH_INTERVAL_MINUTES: '10' });
  try {
    await (await Api.signIn('admin', hub.origin)).firstFetch();
    const summary = join(folder, 'summary.json');
    const work = spawn(k6, ['run', '--quiet', '--no-usage-report', join(import.meta.dirname, 'people.js')], {
      env: {
        ...process.env,
        ORIGIN: hub.origin,
        PEOPLE: String(people),
        SECONDS: String(seconds),
        SUMMARY: summary,
      },
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => work.kill('SIGINT'));
    const samples = await watch(hub.origin, work);
    const outcome = judge(samples, readPeople(await readFile(summary, 'utf8')), warmUpSeconds);
    console.log(['', ...outcome.lines, `load of the machine ${loadavg()[2]?.toFixed(1)}`].join('\n'));
    for (const failure of outcome.failures) console.error(`FAILED: ${failure}.`);
    return outcome.failures.length === 0;
  } finally {
    await hub.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the metrics until the people go home. */
async function watch(origin: string, work: ChildProcess): Promise<Sample[]> {
  const samples: Sample[] = [];
  const started = Date.now();
  const read = async () => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    samples.push(readSample(text, (Date.now() - started) / 1000));
    if (samples.length % printEvery === 0) print(samples.at(-1));
  };
  const timer = setInterval(
    () => void read().catch((error) => console.error(`/metrics: ${error}`)),
    sampleMs,
  );
  await once(work, 'exit');
  clearInterval(timer);
  await read();
  return samples;
}

function print(sample: Sample | undefined): void {
  if (sample === undefined) return;
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  console.log(
    `${Math.round(sample.seconds / 60)} min: memory ${mb(sample.memoryBytes)}, heap ${mb(sample.heapBytes)}, event loop p99 ` +
      `${(sample.eventLoopP99 * 1000).toFixed(1)} ms, 5xx ${sample.serverErrors}, failed jobs ${sample.failedJobs}, ` +
      `sockets ${sample.sockets}, load ${loadavg()[0]?.toFixed(1)}`,
  );
}

process.exitCode = (await main()) ? 0 : 1;
