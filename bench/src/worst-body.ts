/**
 * `npm run bench -- --worst-body`: sends bodies of 1 MB to every call of a hub that takes one, searches among their shapes
 * for those that hold its event loop longest, and fails beyond the budget. The same seed tries the same bodies.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { type AnyEndpoint, endpoints } from '@ludus/contract';
import { composeHub } from '../../apps/server/src/app.modules.ts';
import { type Hub, startHub } from '../../apps/server/src/app.ts';
import { loadSettings } from '../../apps/server/src/infra/config/settings.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { testIssuer, testKeys, tokenFor } from '../../apps/server/test/tokens.ts';
import {
  type BodyShape,
  bodyFactsOf,
  bodyOf,
  knownBodies,
  mutateShape,
  randomOf,
  randomShape,
} from '../../apps/server/test/worst-bodies.ts';
import { shown } from './measure.ts';
import { writeResults } from './report.ts';

/** The longest that one request may hold the event loop. */
export const worstBodyBudgetMs = 50;

const rounds = 40;
const repeats = 5;
// Other work of the machine makes single measurements longer, never shorter.
const shortlist = 8;

/** A request and how long it held the event loop, in milliseconds. */
export interface WorstBodyFinding {
  endpoint: string;
  body: string;
  status: number;
  /** Processor time of the hub's main thread for the whole request: no stop of its event loop is longer. */
  cpuMs: number;
  /** The longest stop that the clock showed, least of several runs. */
  stopMs: number;
}

interface Attempt {
  endpoint: AnyEndpoint;
  name: string;
  text: string;
}

/**
 * Searches a hub of its own in `parent`; returns the slowest requests, the worst first. `npm run test:fuzz` may call it.
 * @param seed the same seed tries the same bodies
 */
export async function findWorstBodies(parent: string, seed: number): Promise<WorstBodyFinding[]> {
  const folder = await mkdtemp(join(parent, 'ludus-bench-'));
  const client = new Worker(new URL('./worst-body-client.ts', import.meta.url));
  let hub: Hub | undefined;
  try {
    hub = await startHub({
      settings: {
        ...loadSettings({ NODE_ENV: 'production', HUB_DATA_DIR: folder, UV_THREADPOOL_SIZE: '8' }),
        sandbox: false,
        rateLimitPerson: 0,
        rateLimitAddress: 0,
        fetchIntervalMinutes: 0,
        port: 0,
        host: '127.0.0.1',
      },
      log: createLog({ logLevel: 'silent' }),
      role: 'api',
      compose: (platform, parts) => ({
        ...composeHub(platform, parts),
        identity: { issuer: testIssuer, keys: testKeys },
      }),
    });
    return await search(hub.url ?? '', client, seed);
  } finally {
    await client.terminate();
    await hub?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function search(url: string, client: Worker, seed: number): Promise<WorstBodyFinding[]> {
  const random = randomOf(seed);
  const slowest: (Attempt & { ms: number })[] = [];
  const keep = (attempt: Attempt, ms: number) => {
    slowest.push({ ...attempt, ms });
    slowest.sort((a, b) => b.ms - a.ms);
    slowest.splice(shortlist);
  };
  for (const endpoint of endpoints) {
    if (endpoint.body === undefined || endpoint.upload !== undefined) continue;
    for (const { name, text } of knownBodies()) {
      keep({ endpoint, name, text }, (await send(url, client, { endpoint, name, text })).cpuMs);
    }
    const facts = bodyFactsOf(endpoint);
    let worst: { shape: BodyShape; ms: number } | undefined;
    for (let round = 0; round < rounds; round++) {
      const shape =
        worst !== undefined && round > rounds / 2
          ? mutateShape(worst.shape, random, facts.fields)
          : randomShape(random, facts.fields);
      const attempt = { endpoint, name: JSON.stringify(shape), text: bodyOf(shape, facts) };
      const { cpuMs } = await send(url, client, attempt);
      if (cpuMs > (worst?.ms ?? 0)) worst = { shape, ms: cpuMs };
      keep(attempt, cpuMs);
    }
  }
  const findings: WorstBodyFinding[] = [];
  for (const attempt of slowest) {
    const runs = [];
    for (let run = 0; run < repeats; run++) runs.push(await send(url, client, attempt));
    findings.push({
      endpoint: attempt.endpoint.id,
      body: attempt.name,
      status: runs[0]?.status ?? 0,
      cpuMs: Math.min(...runs.map((run) => run.cpuMs)),
      stopMs: Math.min(...runs.map((run) => run.stopMs)),
    });
  }
  return findings.sort((a, b) => b.cpuMs - a.cpuMs);
}

let people = 0;

async function send(url: string, client: Worker, { endpoint, text }: Attempt) {
  // Someone else each time, so that no limit per person ends the search.
  const token = await tokenFor('ludus_admin', { userId: `bench-${people++}`, expiresIn: 3_600 });
  const path = endpoint.path.replaceAll(/:\w+/g, '1');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.threadCpuUsage();
  client.postMessage({ url: `${url}/api${path}`, method: endpoint.method, token, text });
  const [status] = (await once(client, 'message')) as [number];
  const used = process.threadCpuUsage(before);
  delay.disable();
  return { status, cpuMs: (used.user + used.system) / 1_000, stopMs: delay.max / 1e6 };
}

export async function benchWorstBody(parent: string, write: boolean): Promise<void> {
  const findings = await findWorstBodies(parent, 11);
  const text = [
    '### Worst body',
    '',
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} on end.`,
    '',
    ...findings
      .slice(0, 5)
      .map(
        ({ endpoint, body, status, cpuMs, stopMs }) =>
          `- ${endpoint} (${status}), ${body}: ${shown(cpuMs)} ms of the main thread, longest stop ${shown(stopMs)} ms ` +
          `(budget ${worstBodyBudgetMs})`,
      ),
  ].join('\n');
  process.stdout.write(`${text}\n`);
  if (write) await writeResults('worst-body', text);
  if ((findings[0]?.cpuMs ?? 0) > worstBodyBudgetMs) process.exitCode = 1;
}
